import { type Api, type SecurityEventKind, securityEvents } from 'contract'
import type { Ctx, Tenant } from '../kit/context.ts'
import { countAll, sql } from '../kit/db/db.ts'
import { csvDownload } from '../kit/http/csv-download.ts'
import { pageOf, wordPatterns } from '../kit/http/paging.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { browserInWords } from './browsers.ts'
import { record } from './record.ts'

const exportsPerHour = { max: 12, seconds: 60 * 60 }

type Filters = {
  kind?: SecurityEventKind | undefined
  person?: string | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const securityLog: Handlers<Api['securityLog']> = {
  async list(ctx, { query }) {
    const matching = eventsOf(ctx, query)
    const [rows, { count }] = await Promise.all([
      matching.select(columns).orderBy('id', 'desc').limit(query.limit).offset(query.offset).execute(),
      matching.select(countAll).executeTakeFirstOrThrow(),
    ])
    const results = rows.map(({ person_id, actor, agent, kind, ...row }) => ({
      ...row,
      kind: kind as SecurityEventKind,
      actor: person_id === null ? null : { id: person_id, name: actor ?? '' },
      browser: browserInWords(agent),
    }))
    return pageOf('/api/security-log/', query, count, results)
  },

  export: slow({
    before:
      async ({ tenant, services }) =>
      () =>
        services.limits.mustTake(`security log ${tenant.id}`, exportsPerHour),

    async handle(ctx, { query }) {
      const { tenant } = ctx
      await record(ctx, 'data_exported', { about: 'Security log' })
      const selected = eventsOf(ctx, query)
        .select(['kind', 'actor', 'about', 'address', 'agent', 'request_id', sql<string>`iso(happened_at)`.as('happened_at')])
        .orderBy('id', 'desc')
      const name = `${tenant.id === 0 ? 'platform' : tenant.subdomain}-security-log-${tenant.today}.csv`
      return csvDownload<Row>(ctx, { name, head, lineOf, query: selected.compile() })
    },
  }),
}

const columns = ['id', 'happened_at', 'kind', 'person_id', 'actor', 'about', 'address', 'agent', 'request_id'] as const

function eventsOf({ db, tenant }: Pick<Ctx, 'db' | 'tenant'>, { kind, person, from, to, search = '' }: Filters) {
  const words = wordPatterns(search)
  const known = sql`folded(coalesce(actor, '') || ' ' || about || ' ' || coalesce(address, ''))`
  return db
    .selectFrom('security_events')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(person !== undefined, (query) => query.where('person_id', '=', idFrom(person ?? '')))
    .$if(from !== undefined, (query) => query.where('happened_at', '>=', startOf(tenant, sql`${from}::date`)))
    .$if(to !== undefined, (query) => query.where('happened_at', '<', startOf(tenant, sql`${to}::date + 1`)))
    .$if(words.length > 0, (query) => query.where(sql<boolean>`${known} like all (${words})`))
}

const startOf = ({ timezone }: Tenant, day: ReturnType<typeof sql>) => sql<string>`(${day})::timestamp at time zone ${timezone}`

/** 0, which nobody has, for text that is no id. */
const idFrom = (text: string) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0)

type Row = {
  happened_at: string
  kind: SecurityEventKind
  actor: string | null
  about: string
  address: string | null
  agent: string | null
  request_id: string | null
}

const head = ['Time (UTC)', 'Event', 'Who', 'About', 'Address', 'Browser', 'Request']

const lineOf = ({ happened_at, kind, actor, about, address, agent, request_id }: Row) => [
  happened_at,
  securityEvents[kind],
  actor,
  about,
  address,
  browserInWords(agent),
  request_id,
]
