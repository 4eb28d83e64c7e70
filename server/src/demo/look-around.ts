import { type Api, demoSubdomain } from 'contract'
import type { Ctx } from '../kit/context.ts'
import type { Db } from '../kit/db/db.ts'
import { notFound } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { meOf, openSession, personColumns } from '../people/sessions.ts'
import { demoPeople } from './people.ts'

const visitsOfAddress = { max: 60, seconds: 60 * 60 }

export const demo: Handlers<Api['demo']> = {
  async people(ctx) {
    mustBeDemo(ctx)
    return { people: guides.map(({ role, full_name }) => ({ role, full_name })), is_public: ctx.tenant.is_public_demo }
  },

  async enter(ctx, { body }) {
    mustBeDemo(ctx)
    const { db, tenant, services, browser } = ctx
    const email = guides.find(({ role }) => role === body.role)?.email ?? ''
    await waitForRenewal(db)
    const person = await db
      .selectFrom('people')
      .select(personColumns)
      .where('email', '=', email)
      .where('role', '=', body.role)
      .where('is_active', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    // Somebody has deleted them, or given them another role.
    if (!person) throw notFound()
    await services.limits.mustTake(`demo ${browser.address}`, visitsOfAddress, db)
    await openSession(ctx, person.id)
    return meOf(tenant, person)
  },
}

/** Waits for the lock that `renewDemo` holds on the demonstration's row. A session opened during the renewal would be deleted by it. */
const waitForRenewal = (db: Db) => db.selectFrom('tenants').select('id').forShare().execute()

/** The first person of each role. */
const guides = [...Map.groupBy(demoPeople, ({ role }) => role).values()].flatMap(([first]) => (first ? [first] : []))

function mustBeDemo({ services, tenant }: Ctx<unknown>) {
  const { demo, production } = services.config
  const isDemo = production ? tenant.is_public_demo : tenant.subdomain === demoSubdomain
  if (!demo || !isDemo) throw notFound()
}
