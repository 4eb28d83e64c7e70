// npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]: deletes a workspace with everything in it.
import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { type Connect, openBus } from '../kit/bus/bus.ts'
import { logInsOf } from '../kit/db/migrate.ts'
import { openStore, removeObjectsOf } from '../kit/files/store.ts'
import { carrierOf, type Notice } from '../kit/realtime/channels.ts'
import { type Count, eraseTenant, survey } from '../tenants/erase.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run delete-tenant -- --subdomain SUBDOMAIN [--confirm SUBDOMAIN]'

await runCommand(usage, { subdomain: { type: 'string' }, confirm: { type: 'string' } }, async (values, config) => {
  const subdomain = values.subdomain?.trim().toLowerCase()
  if (!subdomain) throw new ConfigError(`Usage: ${usage}`)
  const store = await openStore(config)
  await asOwner(config, async (client, owner_url) => {
    const carrier = carrierOf(config, await logInsOf(owner_url))
    const found = await survey(client, subdomain)
    if (!found) throw new ConfigError(`There is no workspace ${subdomain}.`)
    const { tenant, counts } = found
    const countOf = (table: string) => counts.find(({ name }) => name === table)?.rows ?? 0
    say(`${tenant.name} (${subdomain}). People: ${countOf('people')}. Projects: ${countOf('projects')}. All of its rows:\n`)
    say(tableOf(counts))
    say(`\nNone of it comes back. Its data can be kept by: npm run export-tenant -- --subdomain ${subdomain}`)
    if ((values.confirm ?? (await ask(`Type ${subdomain} to delete it: `))) !== subdomain)
      throw new ConfigError('Not confirmed: nothing has been deleted.')

    const deleted = await eraseTenant(client, tenant, {
      by: 'command',
      onBlocked: () => closeSockets(carrier, tenant.id),
    }).catch(asUsers)
    if (!deleted) throw new ConfigError(`There is no workspace ${subdomain} any more.`)
    say(`\nDeleted ${tenant.name} (${subdomain}):\n`)
    say(tableOf(deleted))
    await removeObjectsOf(store, tenant.id).catch((error) => {
      throw new ConfigError(`Its files could not be removed, so the server will remove them within 31 days: ${error.message}`)
    })
    say('\nOnly an export made before holds it now.')
  })
})

function asUsers(error: unknown): never {
  throw error instanceof pg.DatabaseError ? new ConfigError(`Nothing has been deleted: ${error.message}.`) : error
}

function tableOf(counts: Count[]) {
  const filled = counts.filter(({ rows }) => rows > 0)
  const width = Math.max(...filled.map(({ name }) => name.length))
  return filled.map(({ name, rows }) => `  ${name.padEnd(width)}  ${String(rows).padStart(9)}`).join('\n')
}

/** Returns an empty answer if the input ends. */
async function ask(question: string) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const closed = new Promise<string>((answer) => terminal.once('close', () => answer('')))
  const answer = await Promise.race([terminal.question(question), closed])
  terminal.close()
  return answer.trim()
}

/** Closes the workspace's sockets: the revalidation finds it blocked. */
async function closeSockets(carrier: Connect, tenant_id: number) {
  const bus = await openBus<Notice>(carrier, (error) => say(String(error)))
  bus.publish({ tenant_id, revalidate: 'everybody' })
  await bus.close()
}
