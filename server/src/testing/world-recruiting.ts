// Recruiting in the tests' world. Each row has one of Acme and one of Globex, with the ids of `hrRows` unless it says otherwise.
import type { Kysely } from 'kysely'
import type { DB } from '../kit/db/schema.gen.ts'

const [acme, globex] = [
  { id: 1, interviewer: 5, staff: 9 },
  { id: 2, interviewer: 12, staff: 17 },
] as const
const both = [acme, globex]
const rows = <Row>(rowOf: (tenant: (typeof both)[number], id: number) => Row) => both.map((tenant, i) => rowOf(tenant, i + 1))

/** The stages of Acme and of Globex, beside the first, which have the ids of `hrRows`. */
export const stageRows = {
  acme: { first: 1, second: 11, hired: 21, rejected: 31 },
  globex: { first: 2, second: 12, hired: 22, rejected: 32 },
} as const

/** The caller has added the people and the documents, whose contents are the CVs. */
export async function addRecruiting(db: Kysely<DB>) {
  for (const [kind, name, position, offset] of [
    ['open', 'New', 1, 0],
    ['open', 'Interview', 2, 10],
    ['hired', 'Hired', 3, 20],
    ['rejected', 'Rejected', 4, 30],
  ] as const)
    await db
      .insertInto('recruiting_stages')
      .values(rows((tenant, id) => ({ id: id + offset, tenant_id: tenant.id, name, kind, position })))
      .execute()
  await db
    .insertInto('openings')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, location_id: id, status: 'published' as const },
        ...{ title: 'Engineer', department: 'Engineering', description: 'You build **bridges**.' },
      })),
    )
    .execute()
  await db
    .insertInto('opening_questions')
    .values(
      rows((tenant, id) => ({
        ...{ tenant_id: tenant.id, opening_id: id, position: 1 },
        ...{ text: 'Why bridges?', is_required: true, is_long: true },
      })),
    )
    .execute()
  await addApplications(db)
  const template = { name: 'Rejection', subject: 'Your application for {opening}', text: 'Hello {name}, we are sorry.' }
  await db
    .insertInto('mail_templates')
    .values(rows((tenant, id) => ({ id, tenant_id: tenant.id, ...template })))
    .execute()
}

/** An applicant with a note, a rating of HR and an interview to come. */
async function addApplications(db: Kysely<DB>) {
  await db
    .insertInto('applications')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, opening_id: id, stage_id: id, cv_content_id: 100 + id, cv_name: 'cv.pdf' },
        ...{ full_name: 'Ada Applicant', email: 'ada@applicants.test', phone: '+49 30 1', links: 'https://ada.test' },
      })),
    )
    .execute()
  await db
    .insertInto('application_answers')
    .values(
      rows((tenant, id) => ({
        ...{ tenant_id: tenant.id, application_id: id, position: 1 },
        ...{ question: 'Why bridges?', answer: 'They connect.' },
      })),
    )
    .execute()
  await db
    .insertInto('application_entries')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, application_id: id, person_id: tenant.staff },
        ...{ event: 'note' as const, text: 'Asks for much money.' },
      })),
    )
    .execute()
  await db
    .insertInto('application_ratings')
    .values(
      rows((tenant, id) => ({
        ...{ tenant_id: tenant.id, application_id: id, person_id: tenant.staff },
        ...{ stars: 4, comment: 'Knows a lot.' },
      })),
    )
    .execute()
  await db
    .insertInto('interviews')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, application_id: id, person_id: tenant.staff },
        ...{ starts_at: '2035-05-07T12:00:00Z', minutes: 60, place: 'Room 1' },
      })),
    )
    .execute()
  await db
    .insertInto('interviewers')
    .values(rows((tenant, id) => ({ tenant_id: tenant.id, interview_id: id, person_id: tenant.interviewer })))
    .execute()
}
