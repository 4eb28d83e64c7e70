// Opening pages: the files that the document names, and the place to go back to.
import { expect, type Page } from '@playwright/test'
import { atrium, callApi, logInAs, openPage, test } from './visit.ts'

/** Parts of the names of scripts that load when the browser is idle. Their order is not fixed. */
const loadedLater = [
  ...[
    'Dialog',
    'dialogs',
    'Palette',
    'ProjectMap',
    'DropZone',
    'TimerPill',
    'WaitingSheets',
    'OwnItems',
    'OwnInterviews',
    'PendingHires',
    'recruiting',
    'ThisWeek',
    'workload',
    'WaitingLeave',
    'OwnLeave',
    'leave-',
    'files',
    'History',
    'history',
    'apacity',
  ],
  ...['CreateProject', 'EditProject', 'AddMembers', 'PostUpdate', 'SelectionBar', 'DueDateForm', 'element'],
]

/** Bytes of a script, not compressed: a little more than React with the router and the query cache has. */
const largest = 320_000

const inOrder = (a: string, b: string) => a.localeCompare(b)

/** Opens an address, and returns the scripts that were requested until it shows the text, and those that the document names. */
async function open(page: Page, address: string, shows: string) {
  const scripts: string[] = []
  const complaints: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/assets/') && request.url().endsWith('.js') && scripts.push(request.url()),
  )
  page.on('console', (message) => /preload/i.test(message.text()) && complaints.push(message.text()))
  const answer = await page.goto(new URL(address, page.url()).href)
  await expect(page.getByText(shows).first()).toBeVisible()
  // The rest, for which nobody waits, follows as soon as the browser is idle.
  const later = scripts.findIndex((url) => loadedLater.some((name) => url.includes(name)))
  const first = later < 0 ? scripts : scripts.slice(0, later)
  const requested = first.map((url) => new URL(url).pathname).sort(inOrder)
  const document = (await answer?.text()) ?? ''
  const named = [...document.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file).sort(inOrder)
  return { requested, named, complaints }
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
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  const { requested, named } = await open(page, '/login', 'Log in')
  expect(requested).toEqual(named)
  // Longer than a page of a logged-in person waits.
  await page.waitForTimeout(4000)
  expect(scripts.filter((url) => url.includes('/assets/'))).toHaveLength(named.length)
})

test('no page loads a large library for later: charts and PDFs load where somebody looks at them', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const page = await pam.context().newPage()
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js'))
      sizes.set(
        pathname,
        response.body().then(({ length }) => length),
      )
  })
  await page.goto(pam.url())
  await page.waitForTimeout(4000)
  const large = (await Promise.all([...sizes].map(async ([file, size]) => [file, await size] as const))).filter(
    ([, size]) => size > largest,
  )
  expect(sizes.size).toBeGreaterThan(12)
  expect(large).toEqual([])
})

test('going back, and a reload, show a page where it was left, with its filters', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  await page.setViewportSize({ width: 1280, height: 400 })
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(page, 'GET /api/projects/')
  const project = results.find(({ name }) => name === 'Website relaunch')
  await page.goto(`${atrium.originOf('demo')}/project_manager/projects/${project?.id}?search=e`)
  const task = page.getByRole('article').last().getByRole('link').first()
  await task.scrollIntoViewIfNeeded()
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
  expect(await scrolled()).toBe(0)
})
