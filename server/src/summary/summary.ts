import type { Api } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import type { Tokens } from '../kit/security/tokens.ts'
import { changed } from '../realtime/changed.ts'

export const summary: Handlers<Api['summary']> = {
  async get({ db, me }) {
    const person = db.selectFrom('people').select('gets_weekly_summary as is_on').where('id', '=', me.id)
    return person.executeTakeFirstOrThrow()
  },

  async update(ctx, { body: { is_on } }) {
    await turn(ctx, ctx.me.id, is_on)
    return { is_on }
  },

  async unsubscribe(ctx, { params }) {
    const { tenant, services } = ctx
    const [tenant_id, person_id] = services.tokens.read(purpose, params.token) ?? []
    if (Number(tenant_id) !== tenant.id) throw notFound()
    await turn(ctx, Number(person_id), false)
    return { detail: 'You will not get the weekly summary any more.' }
  },
}

const purpose = 'unsubscribe'

/** The path at which somebody unsubscribes without logging in. It names them and never expires: all it does is to stop the mail. */
export const pathToUnsubscribe = (tokens: Tokens, { tenant_id, person_id }: { tenant_id: number; person_id: number }) =>
  `/unsubscribe/${tokens.sign(purpose, tenant_id, person_id)}`

async function turn(ctx: Ctx<unknown>, person_id: number, is_on: boolean) {
  const turned = await ctx.db
    .updateTable('people')
    .set({ gets_weekly_summary: is_on })
    .where('id', '=', person_id)
    .where('gets_weekly_summary', '!=', is_on)
    .returning('id')
    .executeTakeFirst()
  if (turned) changed(ctx, { people: [person_id], models: ['me'] })
}
