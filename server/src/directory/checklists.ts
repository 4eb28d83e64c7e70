// Checklists for people who join or leave.
import { type Api, addDays, type Checklist, checklistProblems, type ItemOwner, type OwnItem } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { type RawBuilder, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { forbidden, invalid, notFound } from '../kit/errors.ts'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { checklistBegun } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { reportsTo } from '../reads/people.ts'
import { changed } from '../realtime/changed.ts'
import { checklistTemplateJudges, checklistTemplates, readTemplates } from './checklist-templates.ts'
import { checklistsOf } from './read-checklists.ts'
import { findPerson, type PersonSubject, recordChanged, seesChecklists } from './rules.ts'

export const checklists: Handlers<Api['checklists']> = {
  ...checklistTemplates,

  async start(ctx, { params, body }) {
    const { db } = ctx
    const person = await findPerson(ctx, params.person_id)
    const [template] = await readTemplates(ctx, body.template)
    if (!template) throw invalid({ template: [checklistProblems.template] })
    const { name, kind, items } = template
    const { id } = await db
      .insertInto('checklists')
      .values({ person_id: person.id, name, kind, day: body.day })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = items.map(({ title, owner, days }, index) => ({
      ...{ checklist_id: id, position: index + 1, title, owner },
      due_on: addDays(body.day, days),
    }))
    await insertMany(db, 'checklist_items', rows)
    await tellOwners(ctx, person, { name, owners: items.map(({ owner }) => owner) })
    checklistsChanged(ctx, person)
    return readChecklist(ctx, person.id, id)
  },

  async remove(ctx, { params }) {
    const removed = await ctx.db
      .deleteFrom('checklists')
      .where('id', '=', params.checklist_id)
      .returning('person_id')
      .executeTakeFirst()
    if (!removed) throw notFound()
    checklistsChanged(ctx, await findPerson(ctx, removed.person_id))
    return undefined
  },

  async setItem(ctx, { params, body }) {
    const { item, person } = await itemToSet(ctx, params.item_id)
    const done = body.is_done ? { done_at: sql<string>`now()`, done_by: ctx.me.id } : { done_at: null, done_by: null }
    await ctx.db
      .updateTable('checklist_items')
      .set(done)
      .where('id', '=', item.id)
      // A second tick doesn't replace the first.
      .where('done_at', body.is_done ? 'is' : 'is not', null)
      .execute()
    checklistsChanged(ctx, person)
    return readChecklist(ctx, person.id, item.checklist_id)
  },

  async mine(ctx) {
    const { db, tenant, me } = ctx
    const isHr = me.role === 'hr'
    const owners: ItemOwner[] = isHr ? ['hr', 'manager', 'person'] : ['manager', 'person']
    // Each is read once: a join would look up the items of each checklist, or the checklist and the person of each item.
    const { rows } = await sql<Omit<OwnItem, 'person'> & { person_id: number; full_name: string }>`
      with p as materialized (
        select p.id, p.full_name, p.is_active, ${reportsTo(tenant.id)} as manager from people p
        where p.tenant_id = ${tenant.id} and ${isHr ? sql`true` : concerns(me.id)}),
      k as materialized (
        select k.id, k.name, k.kind, k.person_id from checklists k
        where k.tenant_id = ${tenant.id} ${isHr ? sql`` : sql`and k.person_id = any(array(select p.id from p))`}),
      i as materialized (
        select i.id, i.title, i.owner, i.due_on, i.checklist_id from checklist_items i
        where i.tenant_id = ${tenant.id} and i.done_at is null and i.owner = any(${owners}))
      select i.id, i.title, i.owner, i.due_on, k.name as checklist, k.kind, p.id as person_id, p.full_name from i
      join k on k.id = i.checklist_id join p on p.id = k.person_id
      where ${isMine(ctx)} order by i.due_on, i.id`.execute(db)
    return rows.map(({ person_id, full_name, ...item }) => ({ ...item, person: { id: person_id, full_name } }))
  },
}

export const checklistJudges: Judges<Api['checklists']> = {
  ...checklistTemplateJudges,

  async start(ctx, { params, body }) {
    await findPerson(ctx, params.person_id)
    if (body.template === undefined) return {}
    return (await readTemplates(ctx, body.template)).length ? {} : { template: [checklistProblems.template] }
  },

  async setItem(ctx, { params }) {
    await itemToSet(ctx, params.item_id)
    return {}
  },
}

/** Whether a person `p` is this one, or may report to them. */
const concerns = (id: number) => sql<boolean>`(p.id = ${id} or p.manager_id = ${id} or p.reports_to_id = ${id})`

/** Whether an item `i` of a person `p` with a `manager` is the caller's. HR has what else nobody would have. */
function isMine({ me }: Ctx): RawBuilder<boolean> {
  const own = sql`(i.owner = 'person' and p.id = ${me.id}) or (i.owner = 'manager' and p.manager = ${me.id})`
  if (me.role !== 'hr') return sql`(${own})`
  return sql`(i.owner = 'hr' or ${own} or (i.owner = 'manager' and p.manager is null) or (i.owner = 'person' and not p.is_active))`
}

/** Finds an item of a checklist that the caller sees, and refuses those who may not set it. */
async function itemToSet(ctx: Ctx, id: number) {
  const { db, tenant, me } = ctx
  const { rows } = await sql<{ id: number; checklist_id: number; person_id: number; owner: ItemOwner }>`
    select i.id, i.checklist_id, i.owner, k.person_id from checklist_items i
    join checklists k on k.tenant_id = i.tenant_id and k.tenant_id = ${tenant.id} and k.id = i.checklist_id
    where i.tenant_id = ${tenant.id} and i.id = ${id}`.execute(db)
  const [item] = rows
  if (!item) throw notFound()
  const person = await findPerson(ctx, item.person_id)
  if (!seesChecklists(ctx, person)) throw notFound()
  const isOwn = (item.owner === 'person' && person.id === me.id) || (item.owner === 'manager' && person.reports_to === me.id)
  if (!isOwn && me.role !== 'hr') throw forbidden('This is for somebody else to do.')
  return { item, person }
}

async function readChecklist(ctx: Ctx, person_id: number, id: number): Promise<Checklist> {
  const found = (await checklistsOf(ctx, person_id)).find((each) => each.id === id)
  if (!found) throw notFound()
  return found
}

/** Tells the person, and whom they report to, of what they have to do. */
async function tellOwners(ctx: Ctx, person: PersonSubject, { name, owners }: { name: string; owners: readonly ItemOwner[] }) {
  const of = (owner: ItemOwner) => owners.filter((each) => each === owner).length
  const { full_name } = await ctx.db
    .selectFrom('people')
    .select('full_name')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const own = of('person')
  if (own && person.is_active) await notify(ctx, { to: [person.id], ...checklistBegun(person.id, { name, items: own }) })
  const managers = of('manager')
  if (managers && person.reports_to !== null)
    await notify(ctx, { to: [person.reports_to], ...checklistBegun(person.id, { name, items: managers, about: full_name }) })
}

/** The dashboards of those who have something to do, and the person's record. */
function checklistsChanged(ctx: Ctx, person: PersonSubject) {
  const { id, reports_to } = person
  changed(ctx, { people: reports_to ? [id, reports_to] : [id], roles: ['hr'], models: ['checklists'] })
  recordChanged(ctx, person)
}
