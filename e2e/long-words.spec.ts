// Long words on every page and in its dialogs, by role.
import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page, type Request } from '@playwright/test'
import { dayAfter, today } from './absences.ts'
import { addApplicants, addOpening } from './applicants.ts'
import { requestLeave } from './leave-request.ts'
import { fillWithLongWords, longWord } from './long-words.ts'
import { atrium, callApi, logInAs, test } from './visit.ts'

/** Milliseconds. A poll's default intervals are a quarter of this file's duration. */
const intervals = [20, 50, 100]

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
    await expect.poll(() => page.evaluate<string[]>(clippedTexts), { message, intervals }).toEqual([])
  }
}

const openerNames =
  /^(\+ (Add(?! Question| Stage)|Create|New) |Create Subtask$|Edit (Project|Task|Job|Private Data)$|Change Schedule$|Start Checklist$|Correct Balance$|Rules of |Update Status$|Request Leave$|Enter Leave$|Approve$|Decline|Plan Interview$|Send Mail$|Hire$|Change the interview|Invite |Subscribe$|Payment History|Notifications|Open navigation)/

const people = [
  ['tenant_admin', 'ann@demo.test'],
  ['project_manager', 'pam@demo.test'],
  ['developer', 'dev@demo.test'],
  ['hr', 'hana@demo.test'],
  ['super_admin', 'super@atrium.test'],
] as const

for (const [role, email] of people)
  test(`a word of 200 characters makes no page of a ${role} wider than its screen, and can be read where it is clipped`, async ({
    browser,
  }) => {
    // It opens every page and its dialogs.
    test.slow()
    const ids = await haveLongWords(browser)
    const page = await logInAs(browser, atrium, email)
    const inFlight = trackInFlight(page)
    const pages = pagesWithRoles.filter((screen) => isForRole(role, screen))
    expect(pages).not.toEqual([])
    for (const { path } of pages) {
      const address = path.replace(/:(\w+)\??/g, (_, name: string) => String(ids[name]))
      await page.goto(new URL(address, page.url()).href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expect.poll(() => inFlight.size, { intervals }).toBe(0)
      await expectToFit(page, [1440, 390, 320])
      await expectDialogsToFit(page)
    }
  })

/** Fills the demonstration with long words. Returns what the addresses of pages name. */
async function haveLongWords(browser: Browser) {
  const { leaveId } = await requestLeave(browser, atrium)
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
  await recordTime(browser)
  return ids
}

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
  const job = { job_title: 'Carpenter', department: 'Operations', starts_on: dayAfter(today(), 90), location: null }
  await callApi(hana, `POST /api/applications/${hired}/hire/`, job)
  return { openingId, applicationId }
}

/** Dev has time today and a timer that runs, and submits a week before those in which the demonstration has time. */
async function recordTime(browser: Browser) {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  type Work = { active_projects: { tasks: { subtasks: { id: number }[] }[] }[] }
  const { active_projects } = await callApi<Work>(dev, 'GET /api/developer-dashboard/')
  const id = active_projects[0]?.tasks[0]?.subtasks[0]?.id
  for (const days of [0, 30]) {
    const day = dayAfter(today(), -days)
    await callApi(dev, `POST /api/subtasks/${id}/time/`, { day, minutes: 90, note: longWord })
  }
  const monday = new Date(Date.now() - 30 * 86_400_000)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  await callApi(dev, `POST /api/time/weeks/${monday.toISOString().slice(0, 10)}/submit/`)
  await callApi(dev, `POST /api/subtasks/${id}/timer/`)
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
