// npm run import-tenant -- --from FILE [--subdomain SUBDOMAIN]: imports a workspace that export-tenant has exported, here or elsewhere.
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../config.ts'
import { asOwner } from '../database.ts'
import { openStore } from '../kit/files/store.ts'
import { isDrawn } from '../pictures/draw.ts'
import { importTenant } from '../tenants/import.ts'
import { FileProblem } from '../tenants/import-file.ts'
import { runCommand, say } from './run.ts'

const usage = 'npm run import-tenant -- --from FILE [--subdomain SUBDOMAIN]'

await runCommand(usage, { from: { type: 'string' }, subdomain: { type: 'string' } }, async (values, config) => {
  const subdomain = values.subdomain?.trim().toLowerCase()
  if (!values.from || subdomain === '') throw new ConfigError(`Usage: ${usage}`)
  const file = await openFile(path.resolve(values.from))
  try {
    const options = { subdomain, isPicture: isDrawn, store: await openStore(config) }
    const imported = await asOwner(config, (client) => importTenant(client, file, options)).catch(asUsers)
    say(`${imported.name} (${imported.subdomain}): ${imported.rows} rows imported. It is on trial, and no mail was sent.`)
    say(`The file has no passwords: its people ask for a new one at ${config.workspaceUrl(imported.subdomain)}/login?forgot`)
    say('Invitations that nobody accepted are sent again by an administrator, on the page of employees.')
  } finally {
    await file.close()
  }
})

async function openFile(name: string) {
  let file: FileHandle | undefined
  try {
    file = await open(name)
    if ((await file.stat()).isFile()) return file
  } catch (error) {
    throw new ConfigError(`Can't read ${name}: ${error instanceof Error ? error.message : error}`)
  }
  await file.close()
  throw new ConfigError(`Can't read ${name}: it is no file.`)
}

function asUsers(error: unknown): never {
  throw error instanceof FileProblem ? new ConfigError(`${error.message} Nothing was imported.`) : error
}
