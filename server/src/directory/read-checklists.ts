import type { Checklist, ChecklistItem } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'

type Reader = Pick<Ctx, 'db' | 'tenant'>
type ItemRow = Omit<ChecklistItem, 'done_by'> & { checklist_id: number; done_by: number | null; full_name: string | null }

/** The checklists of a person, the oldest first. */
export async function checklistsOf(ctx: Reader, person_id: number): Promise<Checklist[]> {
  const { db, tenant } = ctx
  const checklists = await db
    .selectFrom('checklists')
    .select(['id', 'name', 'kind', 'day'])
    .where('person_id', '=', person_id)
    .orderBy('id')
    .execute()
  const ids = checklists.map(({ id }) => id)
  const { rows } = await sql<ItemRow>`
    select i.checklist_id, i.id, i.title, i.owner, i.due_on, i.done_at, i.done_by,
      (select e.full_name from people e where e.tenant_id = ${tenant.id} and e.id = i.done_by) as full_name
    from checklist_items i where i.tenant_id = ${tenant.id} and i.checklist_id = any(${ids}) order by i.checklist_id, i.position`.execute(
    db,
  )
  const itemsOf = Map.groupBy(rows, ({ checklist_id }) => checklist_id)
  return checklists.map((checklist) => ({ ...checklist, items: (itemsOf.get(checklist.id) ?? []).map(itemOf) }))
}

const itemOf = ({ id, title, owner, due_on, done_at, done_by, full_name }: ItemRow): ChecklistItem => ({
  ...{ id, title, owner, due_on, done_at },
  done_by: done_by === null ? null : { id: done_by, full_name: full_name ?? '' },
})
