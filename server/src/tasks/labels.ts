import type { Api } from 'contract'
import { sql } from '../kit/db.ts'
import { pageOf } from '../kit/paging.ts'
import type { Handlers } from '../kit/serve.ts'

export const labels: Handlers<Api['labels']> = {
  async list({ db, tenant }, { query }) {
    const all = db.selectFrom('labels').where('tenant_id', '=', tenant.id)
    const [results, { count }] = await Promise.all([
      all.select(['id', 'name', 'color']).orderBy(sql`lower(name)`).limit(query.limit).offset(query.offset).execute(),
      all.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    ])
    return pageOf('/api/labels/', query, count, results)
  },
}
