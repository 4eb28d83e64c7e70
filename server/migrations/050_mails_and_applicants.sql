-- When a mail server last refused a mail to this address for good. Null since one has been accepted: docs/decisions/016.
alter table people add column undeliverable_at timestamptz;
alter table applications add column undeliverable_at timestamptz;
grant update (undeliverable_at) on applications to atrium_workspace;

-- When HR or an interviewer first opened an application. Until then, the applicant can correct it by sending the same form again.
alter table applications add column looked_at timestamptz;
grant update (looked_at, form_key) on applications to atrium_workspace;
