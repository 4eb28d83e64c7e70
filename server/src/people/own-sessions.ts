import type { Api } from 'contract'
import { sql } from '../kit/db/db.ts'
import { notFound, notSignedIn, refused } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { changed } from '../realtime/changed.ts'
import { browserInWords } from '../security-log/browsers.ts'
import { record } from '../security-log/record.ts'
import { endSession, endSessionsOf } from './sessions.ts'

export const sessions: Handlers<Api['sessions']> = {
  async list({ db, tenant, me, session_id }) {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'agent', 'address', 'created_at as opened_at', 'rotated_at as last_used_at'])
      .where('person_id', '=', me.id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`)
      // The visitors of the public demonstration share its people, and are no business of each other.
      .$if(tenant.is_public_demo, (query) => query.where('id', '=', session_id ?? 0))
      .orderBy(sql<boolean>`id = ${session_id}`, 'desc')
      .orderBy('rotated_at', 'desc')
      .execute()
    return rows.map(({ agent, ...row }) => ({ ...row, browser: browserInWords(agent), is_present: row.id === session_id }))
  },

  async end(ctx, { params: { session_id: id } }) {
    const { db, me, session_id } = ctx
    if (id === session_id) throw refused('This is the present session: log out instead.')
    const session = await db
      .selectFrom('sessions')
      .select(['id', 'agent'])
      .where('id', '=', id)
      .where('person_id', '=', me.id)
      .where('ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!session) throw notFound()
    await endSession(ctx, session)
    await record(ctx, 'sessions_ended', { about: browserInWords(session.agent) ?? '' })
    changed(ctx, { people: [me.id], models: ['sessions'] })
    return undefined
  },

  async endOthers(ctx) {
    const { me, session_id } = ctx
    // Without a session id, the present session could not be kept.
    if (session_id === null) throw notSignedIn()
    await endSessionsOf(ctx, me.id, session_id)
    await record(ctx, 'sessions_ended', { about: 'All other sessions' })
    changed(ctx, { people: [me.id], models: ['sessions'] })
    return { detail: 'Logged out everywhere else.' }
  },
}
