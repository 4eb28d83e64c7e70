// npm run distribute: spreads a fresh installation over a Citus cluster, and connects the nodes that were added since.
import { ConfigError } from '../config.ts'
import { connected } from '../database.ts'
import { distributeTables, mustBeCluster, mustBeEmpty, mustHaveFitNodes } from '../kit/db/distribution.ts'
import { migrate } from '../kit/db/migrate.ts'
import { runCommand, say } from './run.ts'

await runCommand('npm run distribute', {}, async (_values, { database_url }) => {
  if (!database_url) throw new ConfigError('Name the coordinator of a Citus cluster in DATABASE_URL.')
  const advice = await connected(database_url, async (client) => {
    await mustBeCluster(client)
    await mustBeEmpty(client)
    return mustHaveFitNodes(client)
  })
  await migrate(database_url)
  const added = await connected(database_url, distributeTables)
  // Now that the tables are distributed, this connects the nodes.
  await migrate(database_url)
  say(added.length ? `Distributed ${added.length} tables: ${added.join(', ')}.` : 'All tables are distributed.')
  for (const line of advice) say(line)
})
