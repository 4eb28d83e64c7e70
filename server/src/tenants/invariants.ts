// Rules that hold in every workspace although no constraint of the database says so. The doctor looks for broken ones, and an import must not add any.

export type Invariant = {
  name: string
  /** What is wrong where it is broken. */
  problem: string
  /** The table of the ids that `sql` returns. */
  table: string
  /** Selects the `id` of rows that break it in the workspace $1: null where the workspace itself does. */
  sql: string
}

export const invariants: readonly Invariant[] = [
  {
    name: 'one-owner',
    problem: 'the workspace has no owner',
    table: 'people',
    sql: `select null::bigint as id from tenants t where t.id = $1 and t.id > 0 and t.deleted_at is null
      and not exists (select from people p where p.tenant_id = $1 and p.is_owner)`,
  },
  {
    name: 'managers-are-managers',
    problem: "a developer's manager is no active project manager",
    table: 'people',
    sql: `select p.id from people p join people m on m.tenant_id = $1 and m.id = p.manager_id
      where p.tenant_id = $1 and (m.role <> 'project_manager' or not m.is_active)`,
  },
  {
    name: 'managers-are-members',
    problem: 'the manager among the members of a project is not its manager',
    table: 'members',
    sql: `select e.id from members e join projects j on j.tenant_id = $1 and j.id = e.project_id
      where e.tenant_id = $1 and (e.role = 'project_manager') <> (e.person_id = j.assigned_pm)`,
  },
  {
    name: 'projects-have-rooms',
    problem: 'a project has no chat room',
    table: 'projects',
    sql: `select j.id from projects j where j.tenant_id = $1
      and not exists (select from chat_rooms r where r.tenant_id = $1 and r.project_id = j.id)`,
  },
  {
    name: 'keys-belong-to-one-project',
    problem: 'the key of a project is not among the keys that it has had',
    table: 'projects',
    sql: `select j.id from projects j where j.tenant_id = $1 and j.key is not null
      and not exists (select from project_keys k where k.tenant_id = $1 and k.key = j.key and k.project_id = j.id)`,
  },
  {
    name: 'numbers-are-given-once',
    problem: 'two tasks or subtasks of a project have the same number, or one that was not given yet',
    table: 'projects',
    sql: `select w.project_id as id from (
        select t.project_id, t.number from tasks t where t.tenant_id = $1
        union all select t.project_id, s.number from subtasks s join tasks t on t.tenant_id = $1 and t.id = s.task_id where s.tenant_id = $1) w
      left join project_numbers n on n.tenant_id = $1 and n.project_id = w.project_id
      where w.number is not null group by w.project_id
      having count(distinct w.number) < count(*) or max(w.number) > coalesce(max(n.last_number), 0)`,
  },
  {
    name: 'last-messages-exist',
    problem: 'the last message of a chat room is none of its messages',
    table: 'chat_rooms',
    sql: `select r.id from chat_rooms r where r.tenant_id = $1 and r.last_message_id is distinct from
      (select max(m.id) from chat_messages m where m.tenant_id = $1 and m.room_id = r.id)`,
  },
  {
    name: 'proposals-are-of-their-project',
    problem: 'a proposed subtask is of another project than its task',
    table: 'subtask_proposals',
    sql: `select s.id from subtask_proposals s join tasks t on t.tenant_id = $1 and t.id = s.task_id
      where s.tenant_id = $1 and t.project_id <> s.project_id`,
  },
]

type Query = (text: string, values: unknown[]) => Promise<{ rows: { id: unknown }[] }>

/** The first row of a workspace that breaks an invariant. */
export async function broken(query: Query, { sql }: Invariant, tenant_id: number) {
  const { rows } = await query(`${sql} limit 1`, [tenant_id])
  return rows[0]
}
