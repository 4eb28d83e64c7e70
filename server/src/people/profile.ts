import type { Api } from 'contract'
import { invalid, notSignedIn } from '../kit/errors.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { hashPassword } from '../kit/security/passwords.ts'
import { changed } from '../realtime/changed.ts'
import { record } from '../security-log/record.ts'
import { forgetGuesses } from './attempts.ts'
import { wherePeopleAppear } from './audiences.ts'
import { endLinks } from './links.ts'
import { isWrong, ownPassword } from './own-password.ts'
import { endSessionsOf } from './sessions.ts'

const wrongPassword = () => invalid({ old_password: [isWrong] })

export const profile: Handlers<Api['profile']> = {
  async get({ db, me }) {
    return db.selectFrom('people').select(fields).where('id', '=', me.id).executeTakeFirstOrThrow()
  },

  async update(ctx, { body }) {
    const { db, me } = ctx
    const shown = await db
      .updateTable('people')
      .set({ full_name: body.full_name })
      .where('id', '=', me.id)
      .returning(fields)
      .executeTakeFirstOrThrow()
    if (shown.full_name !== me.name) {
      changed(ctx, { people: [me.id], models: ['me'] })
      changed(ctx, wherePeopleAppear)
    }
    return shown
  },

  changePassword: slow({
    async before(ctx, { body }) {
      const compare = await ownPassword(ctx, body.old_password)
      return async () => {
        const before = await compare()
        return before === null ? null : { before, after: await hashPassword(body.new_password, ctx.tenant.id) }
      }
    },

    async handle(ctx, _input, verified) {
      const { db, me, session_id } = ctx
      if (!verified) return wrongPassword()
      // Without a session id, the present session could not be kept when the others end.
      if (session_id === null) throw notSignedIn()
      const updated = await db
        .updateTable('people')
        .set({ password_hash: verified.after })
        .where('id', '=', me.id)
        .where('password_hash', '=', verified.before)
        .returning('id')
        .executeTakeFirst()
      if (!updated) return wrongPassword()
      await endLinks(ctx, me.id)
      await endSessionsOf(ctx, me.id, session_id)
      await forgetGuesses(ctx, { tenant_id: ctx.tenant.id, id: me.id })
      await record(ctx, 'password_changed')
      changed(ctx, { people: [me.id], models: ['sessions'] })
      return { detail: 'Password updated successfully.' }
    },
  }),
}

const fields = ['id', 'full_name', 'email', 'role', 'job_title', 'department', 'date_joined'] as const
