// What HR keeps in the tests' world. Each row has one of Acme and one of Globex.
import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../kit/db/schema.gen.ts'

const [acme, globex] = [
  { id: 1, person: 5, staff: 9 },
  { id: 2, person: 12, staff: 17 },
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
