// Every page and its main dialogs, by role: screen reader, keyboard, light and dark colours, narrow screens and long words.
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test'
import { addApplicants, addOpening } from './applicants.ts'
import { type Atrium, startAtrium } from './atrium.ts'
import { fillWithLongWords, longWord } from './long-words.ts'
import { callApi, expectAccessibleInBoth, expectToFitWidth, logInAs, openPage, test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

/** Milliseconds. A poll's default intervals are a quarter of this file's duration. */
const intervals = [20, 50, 100]

/** Returns the levels of the visible headings, in the page's order. */
const visibleHeadingLevels = (page: Page) =>
  page.evaluate<number[]>(
    "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]))",
  )

/** Waits for the content, and proves the whole page: axe, headings, and 320 pixels of width. */
async function expectAccessiblePage(page: Page, content: Locator) {
  await expect(content).toBeVisible()
  await expectAccessibleInBoth(page)
  const levels = await visibleHeadingLevels(page)
  expect(levels.filter((level) => level === 1)).toEqual([1])
  const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  expect(skipped).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expectToFitWidth(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Opens a dialog from the keyboard, and proves that Escape returns the focus to its opener. */
async function expectAccessibleDialog(page: Page, opener: Locator) {
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectAccessibleInBoth(page, '[role="dialog"]')
  expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** Proves the outline of this many stops of the Tab key. */
async function expectVisibleFocus(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const [style, width] = await page.evaluate<[string, string]>(
      '(({ outlineStyle, outlineWidth }) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))',
    )
    expect(style).not.toBe('none')
    expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(2)
  }
}

const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

test('a guest’s pages are accessible', async ({ browser }) => {
  const guest = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await expectAccessiblePage(guest, button(guest, 'Log in'))
  await goTo(guest, '/set-password')
  await expectAccessiblePage(guest, guest.getByRole('heading', { level: 1 }))
  await goTo(guest, '/nowhere')
  await expectAccessiblePage(guest, guest.getByRole('heading', { name: 'Page Not Found' }))
  await guest.goto(`${atrium.mainOrigin}/signup`)
  await expectAccessiblePage(guest, button(guest, 'Next'))
  await goTo(guest, '/api-docs')
  await expectAccessiblePage(guest, guest.getByText('/api/token/', { exact: true }))
})

test('the pages of the developer and of HR are accessible', async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await expectAccessiblePage(dev, dev.getByRole('heading', { name: 'Active Projects' }))
  await dev.reload()
  await expect(dev.getByRole('searchbox')).toBeVisible()
  await dev.keyboard.press('Tab')
  await expect(dev.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await dev.keyboard.press('Enter')
  await expect(dev.getByRole('main')).toBeFocused()
  await expectVisibleFocus(dev, 8)
  await expectAccessibleDialog(dev, button(dev, 'Update Status'))
  await button(dev, 'Preferences').click()
  await dev.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expectAccessibleInBoth(dev, '[role="dialog"]')
  await dev.keyboard.press('Escape')
  await expect(dev.getByRole('dialog')).toBeHidden()
  await dev.setViewportSize({ width: 390, height: 800 })
  await expectAccessibleDialog(dev, button(dev, 'Open navigation'))
  await dev.setViewportSize({ width: 1280, height: 800 })
  await dev.getByRole('main').getByRole('link').first().click()
  await expectAccessiblePage(dev, dev.getByLabel('Add a comment'))
  await goTo(dev, '/profile')
  await expectAccessiblePage(dev, dev.getByLabel('Full name'))
  await goTo(dev, '/people')
  await expectAccessiblePage(dev, dev.getByRole('link', { name: 'Pam Porter' }).first())
  await goTo(dev, '/people/organisation')
  await expectAccessiblePage(dev, dev.getByRole('button', { name: /below Pam Porter$/ }))
  await dev.getByRole('link', { name: 'Dev Dalton' }).first().click()
  await expectAccessiblePage(dev, button(dev, 'Edit Private Data'))
  await expectAccessibleDialog(dev, button(dev, 'Edit Private Data'))
  const ownPage = new URL(dev.url()).pathname
  const { leaveId } = await requestLeave(browser)
  await goTo(dev, '/leave')
  await expectAccessiblePage(dev, dev.getByRole('heading', { name: 'To come' }))
  await button(dev, 'History').click()
  await expectAccessiblePage(dev, dev.getByRole('heading', { name: 'History' }))
  await expectAccessibleDialog(dev, button(dev, 'Request Leave'))
  await goTo(dev, '/leave/calendar')
  await expectAccessiblePage(dev, dev.getByRole('table'))
  await expectAccessibleDialog(dev, button(dev, 'Subscribe'))
  await goTo(dev, `/leave/${leaveId}`)
  await expectAccessiblePage(dev, button(dev, 'Cancel Request'))
  await goTo(dev, '/hr')
  await expectAccessiblePage(dev, dev.getByText('Not for your role'))

  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await expectAccessiblePage(hana, hana.getByText('Pending Leave'))
  await expectVisibleFocus(hana, 6)
  await setUpLeave(hana)
  await goTo(hana, ownPage)
  await expectAccessiblePage(hana, button(hana, 'Upload Documents'))
  const dialogs = ['Edit Job', 'Change Schedule', 'Correct Balance', 'Start Checklist']
  for (const name of dialogs) await expectAccessibleDialog(hana, button(hana, name))
  await button(hana, 'Show Ledger').click()
  await expectAccessiblePage(hana, hana.getByRole('table', { name: 'Ledger' }))
  await goTo(hana, '/leave/requests?show=all')
  await expectAccessiblePage(hana, hana.getByRole('row', { name: /Dev Dalton/ }).first())
  await expectAccessibleDialog(hana, button(hana, 'Enter Leave'))
  await goTo(hana, '/people/locations')
  await expectAccessiblePage(hana, button(hana, '+ Add Location'))
  await expectAccessibleDialog(hana, button(hana, '+ Add Location'))
  await goTo(hana, '/people/checklists')
  await expectAccessiblePage(hana, hana.getByRole('heading', { name: 'Joiners' }))
  await expectAccessibleDialog(hana, button(hana, '+ Add Template'))
  await goTo(hana, '/leave/balances')
  await expectAccessiblePage(hana, hana.getByRole('table', { name: /^Balances of/ }))
  await goTo(hana, '/leave/types')
  await expectAccessiblePage(hana, hana.getByRole('heading', { name: 'How days are counted' }))
  for (const name of ['+ Add Type', 'Edit Holiday', 'Rules of Holiday']) await expectAccessibleDialog(hana, button(hana, name))
})

test('HR’s pages of openings and of the settings of recruiting are accessible', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await addOpening(hana, 'Cook')
  await goTo(hana, '/recruiting/openings')
  await expectAccessiblePage(hana, hana.getByRole('table', { name: 'Openings' }))
  await expectAccessibleDialog(hana, button(hana, '+ New Opening'))
  await goTo(hana, `/recruiting/openings/${id}`)
  await expectAccessiblePage(hana, hana.getByRole('textbox', { name: 'Description' }))
  await goTo(hana, '/recruiting/settings')
  await expectAccessiblePage(hana, hana.getByRole('textbox', { name: 'Name of stage 1' }))
  await expectAccessibleDialog(hana, button(hana, '+ Add Template'))
})

test('the pages of the tenant admin and of the platform’s owner are accessible', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await expectAccessiblePage(ann, ann.getByRole('row', { name: /Pam Porter/ }))
  await expectAccessibleDialog(ann, button(ann, /Add Employee/))
  await expectAccessibleDialog(ann, button(ann, /Create Project/))
  await goTo(ann, '/billing')
  await expectAccessiblePage(ann, button(ann, /Pay/))
  for (const tool of ['employees', 'projects', 'reassign', 'labels', 'history']) {
    await goTo(ann, `/tenant_admin/${tool}`)
    await expectAccessiblePage(ann, ann.getByRole('heading', { level: 1 }))
  }
  await goTo(ann, '/tenant_admin')
  await ann
    .getByRole('link', { name: /Website relaunch/ })
    .first()
    .click()
  await expectAccessiblePage(ann, ann.getByText('Home page').first())

  const owner = await logInAs(browser, atrium, 'super@atrium.test')
  await expectAccessiblePage(owner, owner.getByText('Demo Company').first())
  await expectAccessibleDialog(owner, button(owner, /Payment History/))
})

test('the pages of the project manager are accessible', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await expectAccessiblePage(pam, pam.getByRole('link', { name: /Website relaunch/ }).first())
  await expectAccessibleDialog(pam, button(pam, /Create Project/))
  await pam
    .getByRole('link', { name: /Website relaunch/ })
    .first()
    .click()
  await expectAccessiblePage(pam, pam.getByRole('link', { name: 'Home page' }))
  await expectAccessibleDialog(pam, button(pam, /New Task/))
  await expectAccessibleDialog(pam, button(pam, /Edit Project/))
  await pam.getByText('Subtask View').click()
  await expectAccessiblePage(pam, pam.getByRole('group', { name: /Write the redirects/ }).first())
  await pam.getByText('Charts', { exact: true }).click()
  await expectAccessiblePage(pam, pam.getByRole('heading', { name: 'Burn-up' }))
  await goTo(pam, `${new URL(pam.url()).pathname}/import`)
  await expectAccessiblePage(pam, button(pam, /Choose/))
  await goTo(pam, '/project_manager/workload')
  await expectAccessiblePage(pam, pam.getByRole('table', { name: 'Workload' }))
  await pam.getByRole('table').getByRole('button').first().click()
  await expectAccessiblePage(pam, button(pam, 'Hide these subtasks'))
  const { leaveId } = await requestLeave(browser)
  await goTo(pam, `/leave/${leaveId}`)
  await expectAccessiblePage(pam, button(pam, 'Approve'))
  await expectAccessibleDialog(pam, button(pam, 'Approve'))
  await goTo(pam, '/leave/requests')
  await expectAccessiblePage(pam, button(pam, /^Approve the leave of Dev Dalton/))
  await expectAccessibleDialog(pam, button(pam, /^Decline the leave of Dev Dalton/))
  await goTo(pam, '/project_manager/projects/999999')
  await expectAccessiblePage(pam, pam.getByRole('heading', { name: 'Project Not Found' }))
})

/** The pages that have roles, read from the web app's table of routes. */
const pagesWithRoles = readFileSync(new URL('../web/src/routes.tsx', import.meta.url), 'utf8')
  .split(/\bpath: (?=')/)
  .flatMap((screen) => {
    const [, path, roles] = /^'(.+?)'[\s\S]*?\broles: (\[.*?\]|'?\w+'?)/.exec(screen) ?? []
    return path && roles ? [{ path, roles }] : []
  })

const isForRole = (role: string, { roles }: { roles: string }) =>
  roles.includes(`'${role}'`) || roles === "'signed_in'" || (roles === 'workspaceRoles' && role !== 'super_admin')

/** Finds clipped text that cannot be read in full: neither in a title nor behind a link or a control. */
const clippedTexts = `[...document.querySelectorAll('body *')].filter((element) => {
  const { overflowX, overflowY } = getComputedStyle(element)
  const isClipped =
    (/hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
    (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 3)
  const hasText = [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim())
  const canBeRead = element.closest('[title], a, button, select') || element.querySelector('[title]')
  return isClipped && hasText && !canBeRead && element.clientWidth > 1 && element.checkVisibility() && !element.matches('input, textarea')
}).map(({ outerHTML, parentElement }) => outerHTML.slice(0, 80) + ' in ' + parentElement.className)`

/** Finds elements that stick out of a page or dialog that scrolls sideways. */
const overflowing = `[document.documentElement, ...document.querySelectorAll('[role="dialog"]')].flatMap((frame) => {
  const edge = frame.getBoundingClientRect().left + frame.clientWidth
  const sticksOut = (element) => element.getBoundingClientRect().right > edge + 1
  return frame.scrollWidth <= frame.clientWidth ? [] : [frame.scrollWidth + ' > ' + frame.clientWidth, ...[...frame.querySelectorAll('*')]
    .filter((element) => sticksOut(element) && ![...element.children].some(sticksOut))
    .slice(0, 5).map(({ tagName, className, textContent }) => tagName + ' ' + className + ': ' + textContent.slice(0, 20))]
})`

async function expectToFit(page: Page, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const message = `${new URL(page.url()).pathname} at ${width}`
    await expect.poll(() => page.evaluate<string[]>(overflowing), { message, intervals }).toEqual([])
    expect(await page.evaluate<string[]>(clippedTexts), message).toEqual([])
  }
}

const openerNames =
  /^(\+ (Add(?! Question| Stage)|Create|New) |Create Subtask$|Edit (Project|Task|Job|Private Data)$|Change Schedule$|Start Checklist$|Correct Balance$|Rules of |Update Status$|Request Leave$|Enter Leave$|Approve$|Decline|Plan Interview$|Send Mail$|Hire$|Change the interview|Invite |Subscribe$|Payment History|Notifications|Open navigation)/

test('a word of 200 characters makes no page wider than its screen, and can be read where it is clipped', async ({ browser }) => {
  // It opens every page and its dialogs as each role.
  test.slow()
  const { leaveId } = await requestLeave(browser)
  const { openingId, applicationId } = await haveApplicant(browser)
  await atrium.sql(fillWithLongWords)
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const firstId = async (route: string) => (await callApi<{ results: { id: number }[] }>(pam, route)).results[0]?.id
  const [room] = await callApi<{ id: number }[]>(pam, 'GET /api/chat-rooms/')
  const ids: Record<string, unknown> = {
    ...{ leaveId, openingId, applicationId },
    projectId: await firstId('GET /api/projects/'),
    taskId: await firstId('GET /api/tasks/'),
    roomId: room?.id,
    personId: (await callApi<{ id: number }>(pam, 'GET /api/me/')).id,
  }
  expect(pagesWithRoles.length).toBeGreaterThan(9)
  await recordTime(browser)
  for (const [role, email] of [
    ['tenant_admin', 'ann@demo.test'],
    ['project_manager', 'pam@demo.test'],
    ['developer', 'dev@demo.test'],
    ['hr', 'hana@demo.test'],
    ['super_admin', 'super@atrium.test'],
  ] as const) {
    const page = email === 'pam@demo.test' ? pam : await logInAs(browser, atrium, email)
    const inFlight = trackInFlight(page)
    for (const { path } of pagesWithRoles.filter((screen) => isForRole(role, screen))) {
      await goTo(
        page,
        path.replace(/:(\w+)\??/g, (_, name: string) => String(ids[name])),
      )
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expect.poll(() => inFlight.size, { intervals }).toBe(0)
      await expectToFit(page, [1440, 390, 320])
      await expectDialogsToFit(page)
    }
  }
})

/** An applicant whom Dev interviews, and another who waits for an invitation. */
async function haveApplicant(browser: Browser) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const { id: openingId } = await addOpening(hana, 'Carpenter')
  const [applicationId, hired] = await addApplicants(hana, atrium, { opening: openingId, names: ['Ada', 'Grace'] })
  const people = await callApi<{ id: number; email: string }[]>(hana, 'GET /api/directory/')
  const interviewers = people.filter(({ email }) => email === 'dev@demo.test').map(({ id }) => id)
  const starts_at = new Date(Date.now() + 5 * 86_400_000).toISOString()
  const interview = { starts_at, minutes: 60, place: 'Room 1', agenda: '', interviewers }
  await callApi(hana, `POST /api/applications/${applicationId}/interviews/`, interview)
  const job = { job_title: 'Carpenter', department: 'Operations', starts_on: '2027-03-01', location: null }
  await callApi(hana, `POST /api/applications/${hired}/hire/`, job)
  return { openingId, applicationId }
}

async function setUpLeave(hana: Page) {
  const { length } = await callApi<object[]>(hana, 'GET /api/leave-types/')
  if (length === 0) await callApi(hana, 'POST /api/leave-types/set-up/')
}

/** Dev has time today and a timer that runs, and submits a week before those in which the demonstration has time. */
async function recordTime(browser: Browser) {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  type Work = { active_projects: { tasks: { subtasks: { id: number }[] }[] }[] }
  const { active_projects } = await callApi<Work>(dev, 'GET /api/developer-dashboard/')
  const id = active_projects[0]?.tasks[0]?.subtasks[0]?.id
  for (const days of [0, 30]) {
    const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    await callApi(dev, `POST /api/subtasks/${id}/time/`, { day, minutes: 90, note: longWord })
  }
  const monday = new Date(Date.now() - 30 * 86_400_000)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  await callApi(dev, `POST /api/time/weeks/${monday.toISOString().slice(0, 10)}/submit/`)
  await callApi(dev, `POST /api/subtasks/${id}/timer/`)
}

/** Dev is away, as HR has entered, and asks Pam for more. Answers with the id of the request. */
async function requestLeave(browser: Browser) {
  const [hana, dev] = [await logInAs(browser, atrium, 'hana@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  const known = await callApi<{ id: number }[]>(hana, 'GET /api/leave-types/')
  const [type] = known.length > 0 ? known : await callApi<typeof known>(hana, 'POST /api/leave-types/set-up/')
  const { results } = await callApi<{ results: { id: number; status: string }[] }>(dev, 'GET /api/leave/?show=own')
  const waiting = results.find(({ status }) => status === 'pending')
  if (waiting) return { leaveId: waiting.id }
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { id: person } = await callApi<{ id: number }>(dev, 'GET /api/me/')
  await callApi(hana, 'POST /api/leave/', { person, type: type?.id, from: dayIn(0), to: dayIn(3), note: 'By telephone' })
  const wish = { type: type?.id, from: dayIn(10), to: dayIn(14), note: 'To the sea' }
  return { leaveId: (await callApi<{ id: number }>(dev, 'POST /api/leave/', wish)).id }
}

/** Returns a live set of the page's requests in flight. */
function trackInFlight(page: Page) {
  const inFlight = new Set<Request>()
  const remove = (request: Request) => void inFlight.delete(request)
  page
    .on('request', (request) => inFlight.add(request))
    .on('requestfinished', remove)
    .on('requestfailed', remove)
  return inFlight
}

/** Opens the page's dialogs on the narrowest screen. */
async function expectDialogsToFit(page: Page) {
  const names = new Set<string>()
  for (const opener of await page.getByRole('button', { name: openerNames }).all()) {
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent())
    if (!name || names.has(name) || (await opener.getAttribute('aria-disabled'))) continue
    names.add(name)
    await opener.click()
    await page.getByRole('dialog').waitFor()
    await expectToFit(page, [320])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
}
