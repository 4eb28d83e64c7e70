// Sessions over plain http on a domain: no secure context, so no locks between tabs and no `__Host-` cookies.
import { expect } from '@playwright/test'
import { type Atrium, startAtrium } from './atrium.ts'
import { dropAccessToken, recordCalls, releaseTogether } from './session.ts'
import { openPage, submitLogIn, ownTest as test } from './visit.ts'

let atrium: Atrium
test.beforeAll(async () => {
  atrium = await startAtrium({}, { domain: 'app.test' })
})
test.afterAll(() => atrium.stop())

test('tabs without locks that renew the session at once are both served', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  expect(await page.evaluate("[isSecureContext, 'locks' in navigator]")).toEqual([false, false])
  await submitLogIn(page, 'pam@demo.test')
  await page.waitForURL('**/project_manager')
  const context = page.context()
  const tab = await context.newPage()
  await tab.goto(page.url())
  await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible()

  const dashboard = page.url()
  // No tab renews the session on its own while both show a picture, which reads nothing.
  for (const shown of [page, tab]) await shown.goto(`${atrium.originOf('demo')}/favicon.svg`)
  await dropAccessToken(context)
  await releaseTogether(context, 2)
  const { refreshes } = recordCalls(context)
  await Promise.all([page.goto(dashboard), tab.goto(dashboard)])
  for (const shown of [page, tab]) await expect(shown.getByRole('link', { name: /Website relaunch/ })).toBeVisible()
  // The pages show their own data until they have renewed the session.
  const statuses = () =>
    refreshes()
      .map(({ status }) => status)
      .join(' ')
  await expect.poll(statuses).toMatch(/^200( 200)?$/)
})

test('a cookie that a sibling plants under the session’s name makes both invalid', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await submitLogIn(page, 'dev@demo.test')
  await page.waitForURL('**/developer')
  const statusOfMe = () => page.evaluate("fetch('/api/me/').then(({ status }) => status)")
  expect(await statusOfMe()).toBe(200)
  const sibling = await page.context().newPage()
  await sibling.goto(`${atrium.originOf('nobody')}/favicon.svg`)
  await sibling.evaluate("document.cookie = 'atrium_access=1.1.1.x; Domain=app.test; Path=/'")
  expect(await statusOfMe()).toBe(401)
})
