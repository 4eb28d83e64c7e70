import type { Db } from '../kit/db/db.ts'

/** Those who run a workspace: who may pay for it, and are told what concerns all of it. */
export const administratorsOf = (db: Db, tenant_id: number) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name', 'email'])
    .where('tenant_id', '=', tenant_id)
    .where('role', '=', 'tenant_admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
