-- When a mail server last refused a mail to this address for good. Null since one has been accepted: docs/decisions/016.
alter table people add column undeliverable_at timestamptz;
alter table applications add column undeliverable_at timestamptz;
grant update (undeliverable_at) on applications to atrium_workspace;
