// Every page and its main dialogs, by role: for those who hear the page, who use no mouse, in the light, in the dark and on a narrow screen.
import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { type Atrium, seriousIn, startAtrium } from './atrium.ts'
import { axeFor, call, enter, open, test } from './visit.ts'

let atrium: Atrium

test.beforeAll(async () => {
  atrium = await startAtrium()
})
test.afterAll(() => atrium.stop())

/** Of what can be seen: their levels, in the page's order. */
const headings = (page: Page) =>
  page.evaluate<number[]>(
    "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]))",
  )

/** Axe finds nothing serious in this part of it, nor the dark colours too faint. */
async function sound(page: Page, part = 'html') {
  const axe = () => axeFor(page).include(part)
  await light(page, 'light')
  expect(seriousIn(await axe().analyze())).toEqual([])
  await light(page, 'dark')
  expect(seriousIn(await axe().withRules(['color-contrast']).analyze())).toEqual([])
  await light(page, 'light')
}

/** Until every colour has changed: those on the way from one to the other are too faint. */
async function light(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  const changing = () => page.evaluate<number>('document.getAnimations().filter((one) => one instanceof CSSTransition).length')
  await expect.poll(changing).toBe(0)
}

/** A whole page, once this is on it. */
async function soundPage(page: Page, content: Locator) {
  await expect(content).toBeVisible()
  await sound(page)
  const levels = await headings(page)
  expect(levels.filter((level) => level === 1)).toEqual([1])
  const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  expect(skipped).toEqual([])
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** A dialog: opened from the keyboard, closed by Escape, and the focus is back where it was. */
async function soundDialog(page: Page, opener: Locator) {
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await sound(page, '[role="dialog"]')
  expect(await page.evaluate("document.activeElement.closest('[role=dialog]') !== null")).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** The first stops of the Tab key, each of them seen. */
async function seenFocus(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const [style, width] = await page.evaluate<[string, string]>(
      '(({ outlineStyle, outlineWidth }) => [outlineStyle, outlineWidth])(getComputedStyle(document.activeElement))',
    )
    expect(style).not.toBe('none')
    expect(Number.parseFloat(width)).toBeGreaterThanOrEqual(2)
  }
}

const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

test('who is not logged in', async ({ browser }) => {
  const guest = await open(browser, `${atrium.at('demo')}/login`)
  await soundPage(guest, button(guest, 'Log in'))
  await go(guest, '/set-password')
  await soundPage(guest, guest.getByRole('heading', { level: 1 }))
  await go(guest, '/nowhere')
  await soundPage(guest, guest.getByRole('heading', { name: 'Page Not Found' }))
  await guest.goto(`${atrium.main}/signup`)
  await soundPage(guest, button(guest, 'Next'))
  await go(guest, '/api-docs')
  await soundPage(guest, guest.getByText('/api/token/', { exact: true }))
})

test('the developer, and HR', async ({ browser }) => {
  const dev = await enter(browser, atrium, 'dev@demo.test')
  await soundPage(dev, dev.getByRole('heading', { name: 'Active Projects' }))
  await dev.reload()
  await expect(dev.getByRole('searchbox')).toBeVisible()
  await dev.keyboard.press('Tab')
  await expect(dev.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await dev.keyboard.press('Enter')
  await expect(dev.getByRole('main')).toBeFocused()
  await seenFocus(dev, 8)
  await soundDialog(dev, button(dev, 'Update Status'))
  await soundDialog(dev, button(dev, 'Keyboard shortcuts'))
  await dev.setViewportSize({ width: 390, height: 800 })
  await soundDialog(dev, button(dev, 'Open navigation'))
  await dev.setViewportSize({ width: 1280, height: 800 })
  await dev.getByRole('main').getByRole('link').first().click()
  await soundPage(dev, dev.getByLabel('Add a comment'))
  await go(dev, '/profile')
  await soundPage(dev, dev.getByLabel('Full name'))
  await go(dev, '/hr')
  await soundPage(dev, dev.getByText('Not for your role'))

  const hana = await enter(browser, atrium, 'hana@demo.test')
  await soundPage(hana, hana.getByText('Pending Leave'))
  await seenFocus(hana, 6)
})

test('the tenant admin and the platform owner', async ({ browser }) => {
  const ann = await enter(browser, atrium, 'ann@demo.test')
  await soundPage(ann, ann.getByRole('row', { name: /Pam Porter/ }))
  await soundDialog(ann, button(ann, /Add Employee/))
  await soundDialog(ann, button(ann, /Create Project/))
  await go(ann, '/billing')
  await soundPage(ann, button(ann, /Pay/))
  await go(ann, '/tenant_admin')
  await ann
    .getByRole('link', { name: /Website relaunch/ })
    .first()
    .click()
  await soundPage(ann, ann.getByText('Home page').first())

  const owner = await enter(browser, atrium, 'super@atrium.test')
  await soundPage(owner, owner.getByText('Demo Company').first())
  await soundDialog(owner, button(owner, /Payment History/))
})

test('the project manager', async ({ browser }) => {
  const pam = await enter(browser, atrium, 'pam@demo.test')
  await soundPage(pam, pam.getByRole('link', { name: /Website relaunch/ }).first())
  await soundDialog(pam, button(pam, /Create Project/))
  await pam
    .getByRole('link', { name: /Website relaunch/ })
    .first()
    .click()
  await soundPage(pam, pam.getByRole('link', { name: 'Home page' }))
  await soundDialog(pam, button(pam, /New Task/))
  await soundDialog(pam, button(pam, /Edit Project/))
  await pam.getByText('Subtask View').click()
  await soundPage(pam, pam.getByRole('group', { name: /Write the redirects/ }).first())
  await go(pam, '/project_manager/projects/999999')
  await soundPage(pam, pam.getByRole('heading', { name: 'Project Not Found' }))
})

const word = 'w'.repeat(200)

/** One word as long as can be in every text that somebody types. */
const longWords = `
  update tenants set name = '${word}' where id > 0;
  update people set full_name = '${word}', job_title = '${word}';
  update people set email = repeat('w', 60) || '@' || repeat('w', 100) || '.test' where email = 'dana@demo.test';
  update projects set name = '${word}', description = '${word}';
  update tasks set title = '${word}', description = '${word}';
  update subtasks set title = '${word}', description = '${word}';
  update labels set name = left(id || '${word}', 50);
  update chat_messages set content = '${word}';
  insert into comments (tenant_id, task_id, author_id, text)
    select tenant_id, tasks.id, people.id, '${word}' from tasks join people using (tenant_id) where role = 'project_manager';
  insert into notifications (tenant_id, person_id, message) select tenant_id, id, '${word}' from people;
  insert into assignments (tenant_id, developer_id, new_manager_id, assigned_by_id)
    select tenant_id, id, manager_id, manager_id from people where manager_id is not null;
  insert into payments (tenant_id, stripe_session_id, amount, currency, payment_status, paid_until)
    select id, 'cs_test_${word}', 29, 'usd', 'paid', current_date from tenants where id > 0`

/** Every page that has roles, from the web app's own table. */
const pages = readFileSync(new URL('../web/src/routes.tsx', import.meta.url), 'utf8')
  .split(/\bpath: (?=')/)
  .flatMap((screen) => {
    const [, path, roles] = /^'(.+?)'[\s\S]*?\broles: (\[.*?\]|'?\w+'?)/.exec(screen) ?? []
    return path && roles ? [{ path, roles }] : []
  })

const isFor = (role: string, { roles }: { roles: string }) =>
  roles.includes(`'${role}'`) || roles === "'signed_in'" || (roles === 'workspaceRoles' && role !== 'super_admin')

/** Text that is cut, and neither says the whole in its title nor belongs to something that opens it. */
const cutTexts = `[...document.querySelectorAll('body *')].filter((one) => {
  const { overflowX, overflowY } = getComputedStyle(one)
  const isCut =
    (/hidden|clip/.test(overflowX) && one.scrollWidth > one.clientWidth + 1) ||
    (/hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 3)
  const hasText = [...one.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim())
  const canBeRead = one.closest('[title], a, button, select') || one.querySelector('[title]')
  return isCut && hasText && !canBeRead && one.clientWidth > 1 && one.checkVisibility() && !one.matches('input, textarea')
}).map((one) => one.outerHTML.slice(0, 80) + ' in ' + one.parentElement.className)`

/** Elements that stick out of a page or dialog that scrolls sideways. */
const tooWide = `[document.documentElement, ...document.querySelectorAll('[role="dialog"]')].flatMap((frame) => {
  const edge = frame.getBoundingClientRect().left + frame.clientWidth
  const sticksOut = (one) => one.getBoundingClientRect().right > edge + 1
  return frame.scrollWidth <= frame.clientWidth ? [] : [frame.scrollWidth + ' > ' + frame.clientWidth, ...[...frame.querySelectorAll('*')]
    .filter((one) => sticksOut(one) && ![...one.children].some(sticksOut))
    .slice(0, 5).map((one) => one.tagName + ' ' + one.className + ': ' + one.textContent.slice(0, 20))]
})`

async function fits(page: Page, widths: number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const where = `${new URL(page.url()).pathname} at ${width}`
    await expect.poll(() => page.evaluate<string[]>(tooWide), where).toEqual([])
    expect(await page.evaluate<string[]>(cutTexts), where).toEqual([])
  }
}

const openers =
  /^(\+ (Add|Create|New) |Create Subtask$|Edit (Project|Task)$|Update Status$|Payment History|Notifications|Open navigation)/

test('a word of 200 characters makes no page wider than its screen, and can be read where it is cut', async ({ browser }) => {
  await atrium.sql(longWords)
  const pam = await enter(browser, atrium, 'pam@demo.test')
  const first = async (route: string) => (await call<{ results: { id: number }[] }>(pam, route)).results[0]?.id
  const [room] = await call<{ id: number }[]>(pam, 'GET /api/chat-rooms/')
  const ids: Record<string, unknown> = {
    projectId: await first('GET /api/projects/'),
    taskId: await first('GET /api/tasks/'),
    roomId: room?.id,
  }
  expect(pages.length).toBeGreaterThan(9)
  for (const [role, email] of [
    ['tenant_admin', 'ann@demo.test'],
    ['project_manager', 'pam@demo.test'],
    ['developer', 'dev@demo.test'],
    ['hr', 'hana@demo.test'],
    ['super_admin', 'super@atrium.test'],
  ] as const) {
    const page = email === 'pam@demo.test' ? pam : await enter(browser, atrium, email)
    const inFlight = requestsOf(page)
    for (const { path } of pages.filter((one) => isFor(role, one))) {
      await go(
        page,
        path.replace(/:(\w+)\??/g, (_, name: string) => String(ids[name])),
      )
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
      await expect.poll(() => inFlight.size).toBe(0)
      await fits(page, [1440, 390, 320])
      await openEach(page)
    }
  }
})

/** The requests of this page that have no answer yet. */
function requestsOf(page: Page) {
  const inFlight = new Set<Request>()
  const remove = (request: Request) => void inFlight.delete(request)
  page
    .on('request', (request) => inFlight.add(request))
    .on('requestfinished', remove)
    .on('requestfailed', remove)
  return inFlight
}

/** Opens what the page's buttons open, on the narrowest screen. */
async function openEach(page: Page) {
  const names = new Set<string>()
  for (const opener of await page.getByRole('button', { name: openers }).all()) {
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.textContent())
    if (!name || names.has(name) || (await opener.getAttribute('aria-disabled'))) continue
    names.add(name)
    await opener.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await fits(page, [320])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
}
