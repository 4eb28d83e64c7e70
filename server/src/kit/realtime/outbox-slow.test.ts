import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTenant } from '../db/db.ts'
import { testDatabase } from '../db/testing.ts'
import { Outbox } from './outbox.ts'

const { pools, asOwner } = await testDatabase()
const stored = () => asOwner(async (client) => (await client.query('select from outbox')).rowCount)

test('what a process has sent, its sweep does not send again, however slow the deletion is', async () => {
  let connections = 0
  const slow = {
    async connect() {
      // The first one is for the deletion.
      if (connections++ === 0) await sleep(2500)
      return pools.platform.connect()
    },
  }
  const sent: string[] = []
  const outbox = new Outbox<string>({ platform: slow as never }, (notice) => sent.push(notice))
  const stop = outbox.sweep((notice) => sent.push(`${notice}, again`))
  await inTenant(pools.platform, 0, 'read write', async (db) => outbox.add(db, 'news'))
  while (await stored()) await sleep(50)
  stop()
  await outbox.close()
  assert.deepEqual(sent, ['news'])
  assert.ok(connections > 2, 'It was swept.')
})
