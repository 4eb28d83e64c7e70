import { Readable } from 'node:stream'
import { type Api, confirmationProblem } from 'contract'
import type { Ctx, Services } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'
import { invalid, noWorkspace, type Problems } from '../kit/errors.ts'
import { Download } from '../kit/http/download.ts'
import { type Handlers, type Judges, slow } from '../kit/http/pipeline.ts'
import { isWrong, ownPassword } from '../people/own-password.ts'
import { lockCaller, mustBeOwner } from '../people/owner.ts'
import { dropCookies } from '../people/sessions.ts'
import { record } from '../security-log/record.ts'
import type { Deletion } from '../tenants/deletion.ts'
import { endAllSessions } from '../tenants/end-sessions.ts'
import { exportTenant } from '../tenants/export.ts'

const exportsPerHour = { max: 6, seconds: 60 * 60 }
/** A quarter of an hour for the rows, and for the files as long as a connection of 8 Mbit/s takes. */
const millisecondsFor = (bytes: number) => 15 * 60 * 1000 + bytes / 1000

export const workspaceData: Handlers<Api['workspaceData']> = {
  export: slow({
    before:
      async ({ tenant, services }) =>
      () =>
        services.limits.mustTake(`export ${tenant.id}`, exportsPerHour),
    async handle(ctx) {
      const { tenant, me, services } = ctx
      await record(ctx, 'data_exported', { about: 'All data of the workspace' })
      const name = `${tenant.subdomain}-${tenant.today}.jsonl`
      return new Download({ name, type: 'application/x-ndjson; charset=utf-8' }, () => openExport(services, tenant, me.id))
    },
  }),

  remove: slow({
    async before(ctx, { body }) {
      mustBeOwner(ctx)
      const problems = confirmationProblems(ctx, body.confirm)
      if (problems.confirm) throw invalid(problems)
      return ownPassword(ctx, body.password)
    },

    async handle(ctx, _input, stored) {
      if (stored === null) return invalid({ password: [isWrong] })
      const caller = await lockCaller(ctx)
      mustBeOwner({ me: caller })
      if (caller.password_hash !== stored) return invalid({ password: [isWrong] })
      const { db, tenant, me, services, browser, log } = ctx
      const deleted = await db
        .updateTable('tenants')
        .set({ deleted_at: sql`now()` })
        .where('id', '=', tenant.id)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!deleted) throw noWorkspace()
      await endAllSessions(ctx)
      const { id: workspace_id, subdomain, name } = tenant
      const { address, agent, request_id } = browser
      const origin = { address, agent, request_id }
      const deletion: Deletion = { workspace_id, subdomain, name, email: me.email, full_name: me.name, origin }
      await services.jobs.enqueue(db, 'delete_workspace', deletion)
      dropCookies(browser)
      log.info({ subdomain }, 'workspace deleted by its administrator')
      return { detail: `${name} is being deleted.` }
    },
  }),
}

export const workspaceDataProblems: Judges<Api['workspaceData']> = {
  remove: async (ctx, { body }) => confirmationProblems(ctx, body.confirm),
}

function confirmationProblems({ tenant }: Ctx, confirm: string | undefined): Problems {
  const problem = confirm === undefined ? undefined : confirmationProblem(confirm, tenant.subdomain)
  return problem ? { confirm: [problem] } : {}
}

/** Reads what the administrator may see, as the workspace's role, so that row security guards the file, too. */
async function openExport(services: Services, { id, subdomain }: Ctx['tenant'], reader_id: number) {
  const client = await services.connectAlone(id)
  const end = () => client.end().catch(() => undefined)
  try {
    const exported = await exportTenant(client, services.store, { subdomain, reader_id })
    if (!exported) throw noWorkspace()
    const file = Readable.from(exported.text)
    const timer = setTimeout(() => file.destroy(new Error('The export took too long.')), millisecondsFor(exported.bytes))
    return file.once('close', () => {
      clearTimeout(timer)
      void end()
    })
  } catch (error) {
    await end()
    throw error
  }
}
