import { expect, type Page } from '@playwright/test'
import { answering, atrium, callApi, logInAs, openPage, stored, submitLogIn, test } from './visit.ts'

/** Deletes what the page's origin has in its database. */
const forgetReads = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('atrium')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('reads', 'readwrite')
      transaction.objectStore('reads').clear()
      transaction.oncomplete = () => resolve(opening.result.close())
    }
  })`)

/** Holds back every answer of the API until `act` has run. */
async function unanswered(page: Page, act: () => Promise<unknown>) {
  const gate = Promise.withResolvers<void>()
  const hold: Parameters<typeof answering>[2] = async (route) => {
    await gate.promise
    await route.continue()
  }
  await answering(page, '**/api/**', hold, () => act().finally(gate.resolve))
}

const project = (page: Page) => page.getByRole('link', { name: /Website relaunch/ })
const task = (page: Page) => page.getByRole('link', { name: 'Home page' }).first()

/** Opens the project in its manager's browser, and waits until it is stored. */
async function readProject(page: Page) {
  await project(page).click()
  await expect(task(page)).toBeVisible()
  await expect.poll(() => stored(page)).toContain('Home page')
  return page.url()
}

test('a page is drawn before the server answers, and then shows what has changed', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const address = await readProject(page)
  const { results } = await callApi<{ results: { id: number; title: string }[] }>(page, 'GET /api/tasks/?limit=1000')
  const id = results.find(({ title }) => title === 'Home page')?.id
  const context = page.context()
  await page.close()
  const elsewhere = await logInAs(browser, atrium, 'pam@demo.test')
  await callApi(elsewhere, `PATCH /api/tasks/${id}/`, { title: 'Start page' })

  const opened = await context.newPage()
  await unanswered(opened, async () => {
    await opened.goto(address)
    await expect(task(opened)).toBeVisible()
    await expect(opened.getByRole('heading', { level: 1, name: /Website relaunch/ })).toBeVisible()
  })
  await expect(opened.getByRole('link', { name: 'Start page' }).first()).toBeVisible()
  await expect(task(opened)).toBeHidden()
})

test('of two people who share a browser, the second finds nothing of the first', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const address = await readProject(page)
  const context = page.context()
  const tab = await context.newPage()
  await tab.goto(address)
  await expect(task(tab)).toBeVisible()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await tab.waitForURL('**/login')
  for (const shown of [page, tab]) await expect.poll(() => stored(shown)).toBe('')
  await tab.close()

  await submitLogIn(page, 'dev@demo.test')
  await page.waitForURL('**/developer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Projects & Tasks')
  await expect.poll(() => stored(page)).toContain('dev@demo.test')
  await expect.poll(() => stored(page)).not.toContain('pam@demo.test')

  // Not even before the server has answered.
  const opened = await context.newPage()
  await unanswered(opened, async () => {
    const asked = opened.waitForRequest('**/api/**')
    await opened.goto(address)
    await asked
    // Our reading comes after the page's own.
    expect(await stored(opened)).not.toContain('pam@demo.test')
    await expect(opened.getByText(/Website relaunch|Pam/)).toHaveCount(0)
  })
  await opened.waitForURL('**/unauthorized')
})

test('a session that ended on the server leaves nothing behind', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await readProject(page)
  await page.context().clearCookies()
  await page.reload()
  await page.waitForURL('**/login')
  await expect.poll(() => stored(page)).toBe('')
})

test('a project that a person has lost while their tab was closed is gone once the server has answered', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const address = await readProject(page)
  const context = page.context()
  await page.close()
  const project_id = Number(address.split('/').at(-1))
  const max = await callApi<{ id: number }>(ann, 'POST /api/employees/', {
    full_name: 'Max Meyer',
    email: 'max@demo.test',
    job_title: 'Planner',
    department: 'Operations',
    role: 'project_manager',
  })
  await callApi(ann, `PATCH /api/projects/${project_id}/`, { assigned_pm: max.id })

  // On the project's own page, which was drawn, and on a page of another address.
  for (const path of [address, `${atrium.originOf('demo')}/project_manager`]) {
    const opened = await context.newPage()
    await opened.goto(path)
    if (path === address) await expect(opened.getByText(/doesn't exist or has been removed/).first()).toBeVisible()
    else await expect(opened.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(task(opened)).toHaveCount(0)
    await expect.poll(() => stored(opened)).not.toMatch(/Home page|Website relaunch/)
    await opened.close()
  }
})

test('a link that is pointed at or focused fetches its page, which then opens before the server answers', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await expect(project(page)).toBeVisible()
  for (const reach of [() => project(page).hover(), () => project(page).focus()]) {
    await forgetReads(page)
    await page.reload()
    await expect(project(page)).toBeVisible()
    const fetched = page.waitForResponse(/\/api\/tasks\/\?project=/)
    await reach()
    await (await fetched).finished()
    await unanswered(page, async () => {
      await project(page).click()
      await expect(task(page)).toBeVisible()
    })
    await page.goto(`${atrium.originOf('demo')}/project_manager`)
    await page.mouse.move(0, 0)
    await expect(project(page)).toBeVisible()
  }
})

test('billing, people and audits are never stored', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'ann@demo.test')
  const origin = atrium.originOf('demo')
  for (const [path, lastRead] of [
    ['/billing', page.getByRole('meter', { name: 'Space taken by files' })],
    ['/profile', page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first()],
    ['/tenant_admin', page.getByRole('row', { name: /Dev Dalton/ }).first()],
  ] as const) {
    await page.goto(origin + path)
    await expect(lastRead).toBeVisible()
  }
  await expect.poll(() => stored(page)).toContain('GET /api/projects/')
  const routes = (await stored(page)).match(/GET \/api\/[^"\\]*/g) ?? []
  expect(
    [...new Set(routes)].filter((route) => !/^GET \/api\/(projects|tasks|labels|project-health|pictures)\//.test(route)),
  ).toEqual([])
})

test('a browser without a database reads everything from the server', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/favicon.svg`)
  await page.addInitScript("IDBFactory.prototype.open = () => { throw new DOMException('Denied.', 'SecurityError') }")
  await page.goto(`${atrium.originOf('demo')}/login`)
  await submitLogIn(page, 'pam@demo.test')
  await expect(project(page)).toBeVisible()
})
