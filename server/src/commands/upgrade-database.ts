// npm run upgrade-database: moves the embedded database to the PostgreSQL of this release. The server has to be stopped.
import { upgradeDatabase } from '../database.ts'
import { runCommand, say } from './run.ts'

await runCommand('npm run upgrade-database', {}, async (_, config) => {
  const { from, to, kept } = await upgradeDatabase(config)
  say(`The database was of PostgreSQL ${from} and is of ${to} now. Its old data stay in ${kept}, until you remove them.`)
})
