// Opening pages: the files that the document names, and the place to go back to.
import { expect, type Page } from '@playwright/test'
import { atrium, boxOf, callApi, logInAs, openPage, test } from './visit.ts'

/** Bytes of a script, not compressed: a little more than React with the router and the query cache has. */
const largest = 320_000

const inOrder = (a: string, b: string) => a.localeCompare(b)

/** Whatever waits for an idle browser never loads. */
const neverIdle = 'window.requestIdleCallback = () => 0'

/** The scripts that this page requests from now on, and those that have arrived, with their sizes in bytes. */
function recordScripts(page: Page) {
  const requested: string[] = []
  const sizes = new Map<string, number>()
  const scriptOf = (url: string) => /\/assets\/[^/]+\.js$/.exec(new URL(url).pathname)?.[0]
  page.on('request', (request) => {
    const script = scriptOf(request.url())
    if (script) requested.push(script)
  })
  page.on('response', async (response) => {
    const script = scriptOf(response.url())
    if (script) sizes.set(script, (await response.body()).length)
  })
  return { requested, sizes }
}

/** Lets a minute pass, and returns once everything that was requested in it has begun to load. */
async function letMinutePass(page: Page) {
  await page.clock.runFor(60_000)
  await page.evaluate(`fetch('/favicon.svg').then(({ ok }) => ok)`)
}

/** Opens an address, and returns the scripts that were requested until it shows the text, and those that the document names. */
async function open(page: Page, address: string, shows: string) {
  const { requested } = recordScripts(page)
  const complaints: string[] = []
  page.on('console', (message) => /preload/i.test(message.text()) && complaints.push(message.text()))
  await page.addInitScript(neverIdle)
  const answer = await page.goto(new URL(address, page.url()).href)
  await expect(page.getByText(shows).first()).toBeVisible()
  const document = (await answer?.text()) ?? ''
  const named = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file).sort(inOrder)
  return { requested: requested.sort(inOrder), named, complaints }
}

test('a document names the scripts of its page, and no others', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const { results } = await callApi<{ results: { id: number }[] }>(pam, 'GET /api/projects/?limit=1000')
  const project = `/project_manager/projects/${results[0]?.id}`
  const { results: tasks } = await callApi<{ results: { id: number; title: string }[] }>(
    pam,
    `GET /api/tasks/?project=${results[0]?.id}&limit=1000`,
  )
  const addresses: [string, string][] = [
    ['/project_manager', 'Create Project'],
    [project, tasks[0]?.title ?? ''],
    [`${project}?view=subtasks`, 'assignment rate'],
    [`/project_manager/tasks/${tasks[0]?.id}`, 'Comments'],
    ['/people', 'dev@demo.test'],
    ['/profile', 'Change Password'],
    ['/chat', 'Chat'],
  ]
  for (const [address, shows] of addresses) {
    const page = await pam.context().newPage()
    await page.goto(new URL('/favicon.svg', pam.url()).href)
    const { requested, named, complaints } = await open(page, address, shows)
    expect(
      named.filter((file) => !requested.includes(file)),
      address,
    ).toEqual([])
    expect(
      requested.filter((file) => !named.includes(file)),
      address,
    ).toEqual([])
    expect(named.length, address).toBeLessThanOrEqual(12)
    expect(complaints, address).toEqual([])
    await page.close()
  }
})

test('the log-in page loads nothing for later', async ({ browser }) => {
  const page = await openPage(browser, `${atrium.originOf('demo')}/favicon.svg`)
  await page.clock.install()
  const { requested } = recordScripts(page)
  await page.goto(`${atrium.originOf('demo')}/login`)
  await expect(page.getByText('Log in').first()).toBeVisible()
  const first = [...requested]
  expect(first).not.toEqual([])
  await letMinutePass(page)
  expect(requested).toEqual(first)
})

test('no page loads a large library for later: charts and PDFs load where somebody looks at them', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const page = await pam.context().newPage()
  await page.clock.install()
  const { requested, sizes } = recordScripts(page)
  await page.goto(pam.url())
  // One script follows another, until there is no more to load.
  await expect
    .poll(
      async () => {
        const before = requested.length
        await letMinutePass(page)
        return requested.length === before && sizes.size === new Set(requested).size
      },
      { timeout: 60_000 },
    )
    .toBe(true)
  expect(sizes.size).toBeGreaterThan(12)
  expect([...sizes].filter(([, size]) => size > largest)).toEqual([])
})

test('going back, and a reload, show a page where it was left, with its filters', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await page.setViewportSize({ width: 1280, height: 400 })
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(page, 'GET /api/projects/')
  const project = results.find(({ name }) => name === 'Website relaunch')
  await page.goto(`${atrium.originOf('demo')}/project_manager/projects/${project?.id}?search=e`)
  const task = page.getByRole('article').last().getByRole('link').first()
  // Parts above it that load late would move it.
  await boxOf(task)
  const scrolled = () => page.evaluate<number>('Math.round(window.scrollY)')
  const left = await scrolled()
  expect(left).toBeGreaterThan(100)
  await task.click()
  await page.waitForURL('**/tasks/*')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect.poll(scrolled).toBe(left)
  await expect(page.getByLabel('Search tasks')).toHaveValue('e')
  await page.reload()
  await expect.poll(scrolled).toBe(left)
  // Its address, followed anew, is no return.
  await page.goto(page.url())
  await expect(page.getByLabel('Search tasks')).toHaveValue('e')
  await expect(task).toBeVisible()
  await expect.poll(scrolled).toBe(0)
})
