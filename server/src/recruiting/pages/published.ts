// What strangers may read of a workspace: its published openings. docs/decisions/075-recruiting.md
import type { OpeningQuestion } from 'contract'
import type { Tenant } from '../../kit/context.ts'
import { type Db, sql } from '../../kit/db/db.ts'

export type ListedOpening = {
  id: number
  title: string
  department: string
  /** The name of its location. */
  location: string | null
  closes_on: string | null
  created_at: string
}
export type PublishedOpening = ListedOpening & {
  /** That of its location, as ISO 3166 has it. */
  country: string | null
  /** Markdown. */
  description: string
  questions: OpeningQuestion[]
}

type Place = { db: Db; tenant: Pick<Tenant, 'id' | 'today'> }

/** Whether people can read an opening `o` and apply for it. */
export const isPublished = ({ today }: Place['tenant']) =>
  sql<boolean>`(o.status = 'published' and (o.closes_on is null or o.closes_on >= ${today}))`

const listed = ({ id }: Place['tenant']) => sql`o.id, o.title, o.department, o.closes_on, o.created_at,
  (select l.name from locations l where l.tenant_id = ${id} and l.id = o.location_id) as location`

/** The newest first. */
export async function readPublished({ db, tenant }: Place) {
  const { rows } = await sql<ListedOpening>`
    select ${listed(tenant)} from openings o where o.tenant_id = ${tenant.id} and ${isPublished(tenant)}
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

/** Undefined for one that nobody may read, and for one that there is not. */
export async function findPublished({ db, tenant }: Place, id: number): Promise<PublishedOpening | undefined> {
  const { rows } = await sql<Omit<PublishedOpening, 'questions'>>`
    select ${listed(tenant)}, o.description,
      (select l.country from locations l where l.tenant_id = ${tenant.id} and l.id = o.location_id) as country
    from openings o where o.tenant_id = ${tenant.id} and o.id = ${id} and ${isPublished(tenant)}`.execute(db)
  if (!rows[0]) return undefined
  const questions = await db
    .selectFrom('opening_questions')
    .select(['text', 'is_required', 'is_long'])
    .where('opening_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...rows[0], questions }
}

/** The title of an opening for which somebody may just have applied, also if it has closed meanwhile. */
export async function findTitle({ db }: Place, id: number) {
  const found = await db
    .selectFrom('openings')
    .select('title')
    .where('id', '=', id)
    .where('status', '!=', 'draft')
    .executeTakeFirst()
  return found?.title
}

export async function hasPublished({ db, tenant }: Place) {
  const { rows } = await sql`
    select from openings o where o.tenant_id = ${tenant.id} and ${isPublished(tenant)} limit 1`.execute(db)
  return rows.length > 0
}

/** Days until the data of a rejected applicant is removed. */
export async function readRetention({ db, tenant }: Place) {
  const { retention_days } = await db
    .selectFrom('tenants')
    .select('retention_days')
    .where('id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return retention_days
}
