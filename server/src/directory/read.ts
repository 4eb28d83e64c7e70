import type { DirectoryPerson, PersonRecord, PrivateData, WorkingSchedule } from 'contract'
import type { Viewer } from '../kit/context.ts'
import { byName, type RawBuilder, sql } from '../kit/db/db.ts'
import { nameOf } from '../people/read.ts'
import { documentsWhere } from '../reads/documents.ts'
import { awayUntil, locationOf, reportsTo, withAway } from '../reads/people.ts'
import { checklistsOf } from './read-checklists.ts'
import { findPerson, seesChecklists, seesJob, seesPrivate } from './rules.ts'

/** The people `p` under a condition, by name. */
export async function peopleWhere({ db, tenant }: Viewer, condition: RawBuilder<unknown>): Promise<DirectoryPerson[]> {
  const { rows } = await sql<DirectoryPerson>`
    ${withAway(tenant.id)}
    select p.id, p.full_name, p.email, p.role, p.job_title, p.department, p.phone, ${reportsTo(tenant.id)} as reports_to,
      ${locationOf(tenant.id)} as location, ${awayUntil(tenant.id)} as away_until
    from people p where p.tenant_id = ${tenant.id} and ${condition} order by ${byName('p.full_name')}, p.id`.execute(db)
  return rows
}

/** A person's record, with those parts that the viewer may see. */
export async function readRecord(viewer: Viewer, id: number): Promise<PersonRecord> {
  const subject = await findPerson(viewer, id)
  const [person] = await peopleWhere(viewer, sql`p.id = ${id}`)
  if (!person) throw new Error(`The person ${id} has disappeared.`)
  const { reports_to } = person
  const name = await nameOf(viewer, reports_to)
  return {
    person,
    is_active: subject.is_active,
    manager: reports_to === null || name === null ? null : { id: reports_to, full_name: name },
    job: seesJob(viewer, subject) ? await jobOf(viewer, id) : null,
    checklists: seesChecklists(viewer, subject) ? await checklistsOf(viewer, id) : null,
    private: seesPrivate(viewer, subject) ? await privateDataOf(viewer, id) : null,
    documents: seesPrivate(viewer, subject)
      ? await documentsWhere(viewer, sql`d.owner_id = ${id} and d.leave_id is null and not d.is_draft`)
      : null,
  }
}

async function jobOf({ db }: Viewer, id: number): Promise<NonNullable<PersonRecord['job']>> {
  const { location_id, starts_on, ends_on } = await db
    .selectFrom('people')
    .select(['location_id', 'starts_on', 'ends_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const schedules: WorkingSchedule[] = await db
    .selectFrom('schedules')
    .select(['from_day as from', 'minutes'])
    .where('person_id', '=', id)
    .orderBy('from_day')
    .execute()
  return { location: location_id, starts_on, ends_on, schedules }
}

const nothing: PrivateData = { birthday: null, address: '', phone: '', emergency_contact: '' }

async function privateDataOf({ db }: Viewer, id: number): Promise<PrivateData> {
  const found = await db
    .selectFrom('private_data')
    .select(['birthday', 'address', 'phone', 'emergency_contact'])
    .where('person_id', '=', id)
    .executeTakeFirst()
  return found ?? nothing
}
