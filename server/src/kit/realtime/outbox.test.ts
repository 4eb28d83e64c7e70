import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { projects, testApp } from '../../testing/world.ts'
import { inTenant } from '../db/db.ts'
import type { Notice } from './channels.ts'
import { Outbox } from './outbox.ts'

const world = await testApp()
const { as, pools, query } = world
const another = await world.anotherServer({ sweep: 3_600_000 })
const countStored = async () => Number((await query('select count(*) from outbox'))[0]?.count)
const removed = (task_id: number) => ({ type: 'removed', project_id: projects.website, task_id, version: 1 })
const notice = (task_id: number): Notice => ({
  tenant_id: 1,
  topics: [`project ${projects.website}`],
  message: removed(task_id),
})

async function watchWebsite() {
  const page = await world.socket('dev', '/ws/notifications/', { server: another })
  await page.settled()
  page.send({ action: 'watch', topics: [`project ${projects.website}`] })
  await page.frame(({ type }) => type === 'watching')
  return page
}

test('what a process committed and could not send any more is sent by another one, within two seconds', async () => {
  const page = await watchWebsite()
  // It neither sends nor deletes what it has stored.
  const dying = new Outbox<Notice>({ platform: { connect: () => new Promise(() => undefined) } as never }, () => undefined)
  const publish = (task_id: number, isUndone = false) =>
    inTenant(pools.workspace, 1, 'read write', async (db) => {
      dying.add(db, notice(task_id))
      if (isUndone) throw new Error('Undone.')
    })
  await publish(71)
  await assert.rejects(publish(72, true), /Undone/)
  await publish(73)
  for (const id of [71, 73]) await page.frame(({ task_id }) => task_id === id)
  assert.ok(!(await page.settled()).some(({ task_id }) => task_id === 72))
})

test('what was sent is deleted at once, and sent once', async () => {
  const page = await watchWebsite()
  const { body } = await as('pam')('POST /api/tasks/', {
    project: projects.website,
    title: 'Weeds',
    description: 'Long enough, surely.',
  })
  await page.frame(({ task }) => task?.id === body.id)
  for (let tries = 0; tries < 50 && (await countStored()) > 0; tries++) await sleep(20)
  assert.equal(await countStored(), 0)
  await sleep(1600)
  assert.equal((await page.settled()).filter(({ task }) => task?.id === body.id).length, 1)
})
