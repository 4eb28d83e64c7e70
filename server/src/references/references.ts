import type { Api } from 'contract'
import { pipelined } from '../kit/db/db.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { offerPeople, offerWork } from './offer.ts'
import { placeOf } from './place.ts'
import { peopleOf, tasksOf, workOfKeys } from './read.ts'

export const references: Handlers<Api['references']> = {
  async list(ctx, { query }) {
    const { people = [], keys = [], tasks = [] } = query
    const [named, byKey, byId] = await pipelined(peopleOf(ctx, people), workOfKeys(ctx, keys), tasksOf(ctx, tasks))
    return { people: named, keys: byKey, tasks: byId }
  },

  people: async (ctx, { query }) => offerPeople(ctx, await placeOf(ctx, query), query.q),

  work: async (ctx, { query }) => offerWork(ctx, await placeOf(ctx, query), query.q),
}
