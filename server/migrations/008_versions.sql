-- Each change of a row counts, so that of two states of one thing that arrive in the wrong order the later can be told.
alter table projects add column version integer not null default 1;
alter table tasks add column version integer not null default 1;
alter table subtasks add column version integer not null default 1;
