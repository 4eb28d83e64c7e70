-- Numbers of a plain table identify nothing outside of it. Its rows are recognised only together with most of the others: `row_key` is what
-- a row has to share with one of an earlier table, its number and title, or a hash of its cells. Null for a row with an id of its tool.
alter table imported_rows add column row_key text;

-- The owner, who is no superuser, sees no tenant's rows.
alter table imported_rows no force row level security;
alter table tasks no force row level security;
alter table subtasks no force row level security;
update imported_rows set row_key = external_id
where format = 'csv' and kind <> 'comment' and external_id like '#%' and length(external_id) >= 33;
update imported_rows r set row_key = r.external_id || e'\n' || t.title
from tasks t
where r.format = 'csv' and r.kind = 'task' and r.row_key is null and t.tenant_id = r.tenant_id and t.id = r.row_id;
update imported_rows r set row_key = r.external_id || e'\n' || s.title
from subtasks s
where r.format = 'csv' and r.kind = 'subtask' and r.row_key is null and s.tenant_id = r.tenant_id and s.id = r.row_id;
alter table imported_rows force row level security;
alter table tasks force row level security;
alter table subtasks force row level security;

create index imported_rows_key on imported_rows (tenant_id, project_id, format, row_key) where row_key is not null;
