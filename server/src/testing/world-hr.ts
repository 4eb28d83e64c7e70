// What HR keeps in the tests' world. Each row has one of Acme and one of Globex.
import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../kit/db/schema.gen.ts'
import { addRecruiting } from './world-recruiting.ts'

const [acme, globex] = [
  { id: 1, person: 5, manager: 3, staff: 9 },
  { id: 2, person: 12, manager: 11, staff: 17 },
] as const
const both = [acme, globex]
const places = ['Harbour', 'Hills'] as const

/** The ids of each kind of row, by tenant. */
export const hrRows = { acme: 1, globex: 2 } as const

/** The caller has added the people. */
export async function addHr(db: Kysely<DB>) {
  const rows = <Row>(rowOf: (tenant: (typeof both)[number], id: number) => Row) => both.map((tenant, i) => rowOf(tenant, i + 1))
  const zone = 'Europe/Berlin'
  await db
    .insertInto('locations')
    .values(rows((tenant, id) => ({ id, tenant_id: tenant.id, name: places[id - 1] ?? '', timezone: zone })))
    .execute()
  await db
    .insertInto('holidays')
    .values(rows((tenant, id) => ({ id, tenant_id: tenant.id, location_id: id, day: '2026-06-01', name: 'Founding Day' })))
    .execute()
  const minutes = [480, 480, 480, 480, 240, 0, 0]
  await db
    .insertInto('schedules')
    .values(rows((tenant) => ({ tenant_id: tenant.id, person_id: tenant.person, from_day: '2026-01-01', minutes })))
    .execute()
  await db
    .insertInto('private_data')
    .values(rows((tenant) => ({ tenant_id: tenant.id, person_id: tenant.person, address: 'Somewhere 1' })))
    .execute()
  await addDocuments(db)
  await db
    .insertInto('checklist_templates')
    .values(rows((tenant, id) => ({ id, tenant_id: tenant.id, name: 'First week', kind: 'joiner' as const })))
    .execute()
  const item = { position: 1, title: 'Order a laptop', owner: 'hr' as const }
  await db
    .insertInto('checklist_template_items')
    .values(rows((tenant, id) => ({ ...item, tenant_id: tenant.id, template_id: id, days: -3 })))
    .execute()
  await db
    .insertInto('checklists')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, person_id: tenant.person },
        ...{ name: 'First week', kind: 'joiner' as const, day: '2026-02-02' },
      })),
    )
    .execute()
  await db
    .insertInto('checklist_items')
    .values(rows((tenant, id) => ({ ...item, id, tenant_id: tenant.id, checklist_id: id, due_on: '2026-01-30' })))
    .execute()
  await addLeave(db)
  await addRecruiting(db)
}

/** A type of which days are only counted, and a request that the manager has approved and that waits for HR. */
async function addLeave(db: Kysely<DB>) {
  const rows = <Row>(rowOf: (tenant: (typeof both)[number], id: number) => Row) => both.map((tenant, i) => rowOf(tenant, i + 1))
  await db
    .insertInto('leave_types')
    .values(rows((tenant, id) => ({ id, tenant_id: tenant.id, name: 'Holiday', color: 'teal' as const })))
    .execute()
  const policy = { year: 2026, allowance: null, granted: 'yearly' as const }
  await db
    .insertInto('leave_policies')
    .values(rows((tenant, id) => ({ ...policy, tenant_id: tenant.id, type_id: id })))
    .execute()
  const day = '2026-06-08'
  await db
    .insertInto('leave_requests')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, person_id: tenant.person, type_id: id, created_by: tenant.person },
        ...{ from_day: day, to_day: day, stage: 'hr' as const, note: 'A wedding', half_days: 2 },
      })),
    )
    .execute()
  await db
    .insertInto('leave_decisions')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, leave_id: id },
        ...{ stage: 'manager' as const, is_approved: true, decided_by: tenant.manager },
      })),
    )
    .execute()
  const halves = ([0, 1] as const).flatMap((half) =>
    rows((tenant, id) => ({ tenant_id: tenant.id, person_id: tenant.person, leave_id: id, day, half })),
  )
  await db.insertInto('leave_days').values(halves).execute()
  await db
    .insertInto('leave_ledger')
    .values(
      rows((tenant, id) => ({
        ...{ id, tenant_id: tenant.id, person_id: tenant.person, type_id: id, leave_id: id, key: `request ${id}`, day },
        ...{ kind: 'taken' as const, half_days: -2, reason: 'Approved' },
      })),
    )
    .execute()
}

/** The bytes of the documents, by their objects. */
export const documentContents = both.map((tenant, i) => ({
  tenant_id: tenant.id,
  object: `00000000-0000-4000-8000-00000000010${i}`,
  bytes: Buffer.from(`This is a visa of ${tenant.person}.`),
}))

async function addDocuments(db: Kysely<DB>) {
  const contents = documentContents.map(({ tenant_id, object, bytes }, i) => ({
    ...{ id: 101 + i, tenant_id, object, size: bytes.length, type: 'text/plain', sha256: hash('sha256', bytes, 'buffer') },
  }))
  await db.insertInto('file_contents').values(contents).execute()
  const documents = both.map((tenant, i) => ({
    ...{ id: i + 1, tenant_id: tenant.id, content_id: 101 + i },
    ...{ owner_id: tenant.person, person_id: tenant.staff, name: 'visa.pdf' },
  }))
  await db.insertInto('documents').values(documents).execute()
}
