// The administrator's dashboard and the pages of its tools.
import { expect, type Page } from '@playwright/test'
import { atrium, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

// 30 people and 12 projects, some of them invited, late and finished.
test.beforeEach(async () => {
  await atrium.sql(`
    insert into people (tenant_id, email, full_name, role, accepted_at, manager_id)
      select tenant_id, 'p' || n || '@demo.test', 'Person ' || n, 'developer', case when n > 2 then now() end, id
      from people, generate_series(1, 26) n where email = 'pam@demo.test';
    insert into projects (tenant_id, name, assigned_pm, status, end_date)
      select tenant_id, 'Project ' || n, id, 'in_progress', case when n = 1 then current_date - 3 end
      from people, generate_series(1, 10) n where email = 'pam@demo.test';
    insert into members (tenant_id, project_id, person_id, role)
      select tenant_id, id, assigned_pm, 'project_manager' from projects where name like 'Project %';
    insert into chat_rooms (tenant_id, room_type, project_id)
      select tenant_id, 'PROJECT', id from projects where name like 'Project %'`)
})

const phone = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

const numberIn = (page: Page, expression: string) => page.evaluate<number>(expression)

/** The end of each part of the dashboard. */
const loadedParts = (page: Page) => [
  page.getByRole('list', { name: 'State of the workspace' }),
  page
    .getByRole('region', { name: 'All Employees' })
    .getByText(/ of 30/)
    .first(),
  page.getByRole('link', { name: 'Project 10' }),
  page.getByRole('group', { name: /^Person 26$/ }),
  page.getByRole('list', { name: 'Labels' }).getByText('Design'),
  page.getByText(/Nothing yet: each reassignment/),
]

/** Opens a page, waits until it has loaded, and returns its height and how far its parts have moved meanwhile. */
async function measure(page: Page, path: string) {
  await page.goto(atrium.originOf('demo') + path)
  for (const loaded of loadedParts(page)) await expect(loaded).toBeAttached()
  await expect(page.locator('.delayed')).toHaveCount(0)
  return { height: await numberIn(page, 'document.documentElement.scrollHeight'), shift: await numberIn(page, 'window.shift') }
}

const countShifts = `window.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
  }).observe({ type: 'layout-shift', buffered: true })`

test('the dashboard is short, begins with what needs the administrator, and nothing moves while it loads', async ({
  browser,
}) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.addInitScript(countShifts)
  for (const [viewport, highest] of [
    [wide, 1800],
    [phone, 3000],
  ] as const) {
    await ann.setViewportSize(viewport)
    const { height, shift } = await measure(ann, '/tenant_admin')
    expect(height).toBeLessThanOrEqual(highest)
    expect(shift).toBeLessThan(0.01)
    await expectToFitWidth(ann)
    const projects = ann.getByRole('region', { name: 'All Projects' })
    await expect(projects.getByRole('article').first()).toContainText(/Project 1.*Late.*End date .* has passed/)
    await expectAccessible(ann)
  }
  const state = ann.getByRole('list', { name: 'State of the workspace' })
  await state.getByRole('link', { name: '1 late' }).click()
  await expect(ann.getByRole('heading', { name: 'All Projects' })).toBeInViewport()
  await state.getByRole('link', { name: '2 invited' }).click()
  await expect(ann.getByRole('heading', { level: 1, name: 'All Employees' })).toBeVisible()
  await expect(ann.getByRole('list', { name: 'All Employees' }).getByRole('listitem')).toHaveText([/Person 1/, /Person 2/])
})

test('every tool has a page, which the sidebar and its section lead to with the list as it is', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.setViewportSize(wide)
  // The dashboard's list searches all people, and so does the page, with the same search.
  await ann.getByRole('searchbox', { name: 'Search employees...' }).fill('Person 26')
  const people = ann.getByRole('region', { name: 'All Employees' })
  await expect(people.getByText('1 of 30 employees')).toBeVisible()
  await people.getByRole('link', { name: 'Open in full' }).click()
  await expect(ann).toHaveURL(/\/tenant_admin\/employees\?search=Person\+26$/)
  await expect(ann.getByRole('table', { name: 'All Employees' }).getByRole('row')).toHaveCount(2)
  await expectAccessible(ann)

  const sidebar = ann.getByRole('navigation', { name: 'Admin Panel' })
  for (const [entry, title, shows] of [
    ['Employees', 'All Employees', ann.getByText('1–20 of 30')],
    ['Reassign Developers', 'Reassign Developers by Drag and Drop', ann.getByRole('group', { name: /^Person 26$/ })],
    ['Labels', 'Labels', ann.getByRole('list', { name: 'Labels' }).getByText('Design')],
    ['Assignment History', 'Project Manager Assignment History', ann.getByText(/Nothing yet: each reassignment/)],
    ['Projects', 'All Projects', ann.getByRole('link', { name: 'Project 10' })],
  ] as const) {
    await sidebar.getByRole('link', { name: entry, exact: true }).click()
    await expect(ann.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(shows).toBeAttached()
    for (const viewport of [wide, phone]) {
      await ann.setViewportSize(viewport)
      await expectAccessible(ann)
    }
    await ann.setViewportSize(wide)
  }

  // A project leads back to the list that it was opened from.
  await ann.getByRole('searchbox', { name: 'Search projects...' }).fill('project 7')
  await expect(ann).toHaveURL(/projects=project\+7$/)
  await ann.getByRole('link', { name: 'Project 7' }).click()
  await ann.getByRole('link', { name: 'Back to Projects' }).click()
  await expect(ann).toHaveURL(/\/tenant_admin\/projects\?projects=project\+7$/)
})
