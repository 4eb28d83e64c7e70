-- When a mail server last refused a mail to this address for good. Null since one has been accepted: docs/decisions/016.
alter table people add column undeliverable_at timestamptz;
alter table applications add column undeliverable_at timestamptz;
grant update (undeliverable_at) on applications to atrium_workspace;

-- When HR or an interviewer first opened an application. Until then, the applicant can correct it by sending the same form again.
alter table applications add column looked_at timestamptz;
grant update (looked_at, form_key) on applications to atrium_workspace;

-- The moment that calendars see. The organizer stays whoever planned the interview.
alter table interviews add column changed_at timestamptz not null default now();
grant update (changed_at) on interviews to atrium_workspace;

-- Stored answers with the words of a note or a mail go with the applicant's data.
grant delete on answers to atrium_workspace;
