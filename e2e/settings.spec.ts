// An administrator sets up the workspace, and everybody's open pages follow.
import { expect, type Page } from '@playwright/test'
import { answering, atrium, callApi, expectAccessible, expectToFitWidth, logInAs, test, typeInto } from './visit.ts'

const [teal, iris, rust] = ['rgb(0, 125, 115)', 'rgb(99, 93, 222)', 'rgb(183, 80, 19)']

async function openSettings(page: Page) {
  await page.goto(`${atrium.originOf('demo')}/tenant_admin/settings`)
  await expect(page.getByLabel('Organization name')).toBeVisible()
}

/** The sign beside the name of the workspace. */
const sign = (page: Page) => page.locator('aside span[aria-hidden]').first()
const sidebar = (page: Page) => page.getByRole('complementary').first()
const expectColour = (page: Page, expected: string) => expect(sign(page)).toHaveCSS('background-color', expected)
const choice = (page: Page, name: string) => page.getByRole('radio', { name })

/** Lets saving fail meanwhile as if there were no connection. */
const failingToSave = (page: Page, act: () => Promise<unknown>) =>
  answering(page, '**/api/workspace/', (route, request) => (request.method() === 'PATCH' ? route.abort() : route.fallback()), act)

test('an administrator renames the workspace, and everybody’s pages have the new name at once', { tag: '@quick' }, async ({
  browser,
}) => {
  const [ann, pam] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'pam@demo.test')]
  await openSettings(ann)
  await expectAccessible(ann)
  await ann.getByLabel('Organization name').fill('')
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByText('This field is required')).toBeVisible()
  await expect(ann.getByLabel('Organization name')).toBeFocused()

  await atrium.sql(`insert into tenants (name, name_key, subdomain, schema) values ('Initech', 'initech', 'initech', 'initech')`)
  await typeInto(ann.getByLabel('Organization name'), '  INITECH ')
  await ann.getByLabel('Organization name').press('Enter')
  await expect(ann.getByText('Organization name already taken')).toBeVisible()
  await expectAccessible(ann)

  await ann.getByLabel('Organization name').fill('Northwind & Sons')
  await ann.getByLabel('Organization name').press('Enter')
  await expect(ann.getByText('Settings saved.')).toBeVisible()
  for (const page of [ann, pam]) await expect(sidebar(page).getByText('Northwind & Sons')).toBeVisible()

  await callApi(ann, 'POST /api/employees/', {
    full_name: 'Ivy Irving',
    email: 'ivy@demo.test',
    job_title: 'Engineer',
    department: 'IT',
    role: 'developer',
  })
  await atrium.waitForMail('ivy@demo.test', /Northwind & Sons/)
})

test('time zone and first day are saved with the form, and what somebody else saves meanwhile stays', async ({ browser }) => {
  const [ann, other] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'ann@demo.test')]
  await openSettings(ann)
  const weekday = () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Kiritimati', weekday: 'long' }).format()
  const before = weekday()
  const zone = ann.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await expect(ann.getByRole('option', { selected: true })).toBeVisible()
  await zone.fill('kirit')
  await expect(ann.getByRole('option')).toHaveText(['Pacific/Kiritimati'])
  await zone.press('ArrowDown')
  await zone.press('Enter')
  await expect(zone).toHaveValue('Pacific/Kiritimati')
  await expect(ann.getByText(new RegExp(`It is (${before}|${weekday()})`))).toBeVisible()
  await callApi(other, 'PATCH /api/workspace/', { name: 'Renamed elsewhere', first_day: 6 })
  await expect(ann.getByLabel('Organization name')).toHaveValue('Renamed elsewhere')
  await expect(ann.getByRole('combobox', { name: 'First day of the week' })).toHaveValue('Saturday')
  await expect(zone).toHaveValue('Pacific/Kiritimati')
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByText('Settings saved.')).toBeVisible()
  expect(await callApi(other, 'GET /api/workspace/')).toMatchObject({
    name: 'Renamed elsewhere',
    timezone: 'Pacific/Kiritimati',
    first_day: 6,
  })

  await ann.getByRole('combobox', { name: 'First day of the week' }).click()
  await ann.getByRole('option', { name: 'Monday' }).click()
  await failingToSave(ann, async () => {
    await ann.getByRole('button', { name: 'Save' }).click()
    await expect(ann.getByRole('alert')).toContainText('Server unreachable')
    await expect(ann.getByRole('combobox', { name: 'First day of the week' })).toHaveValue('Monday')
  })
})

test('a calendar that is open begins its weeks on another day at once, and so do date fields', async ({ browser }) => {
  const [ann, pam] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'pam@demo.test')]
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(pam, 'GET /api/projects/')
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${results[0]?.id}?view=calendar&span=week&on=2031-05-14`)
  await expect(pam.getByRole('heading', { name: '12 – 18 May 2031' })).toBeVisible()
  await callApi(ann, 'PATCH /api/workspace/', { first_day: 0 })
  await expect(pam.getByRole('heading', { name: '11 – 17 May 2031' })).toBeVisible()
  await callApi(ann, 'PATCH /api/workspace/', { first_day: 6 })
  await expect(pam.getByRole('heading', { name: '10 – 16 May 2031' })).toBeVisible()
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${results[0]?.id}?view=list`)
  await pam.locator('[data-edit="date"]').first().click()
  await expect(pam.locator('.mantine-DatePicker-weekday').first()).toHaveText('Sa')
  await callApi(ann, 'PATCH /api/workspace/', { first_day: 1 })
  await expect(pam.locator('.mantine-DatePicker-weekday').first()).toHaveText('Mo')
})

test('a colour applies at once to everybody, is taken back if it can’t be saved, and leaves the log-in teal', async ({
  browser,
}) => {
  const [ann, dev] = [await logInAs(browser, atrium, 'ann@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
  await openSettings(ann)
  await expectColour(dev, teal)
  await choice(ann, 'Teal').press('ArrowDown')
  await expect(choice(ann, 'Teal')).not.toBeChecked()
  await ann.getByRole('radio', { checked: true }).press('ArrowDown')
  await expect(choice(ann, 'Iris')).toBeChecked()
  await expectColour(ann, iris)
  await expectColour(dev, iris)
  await expectAccessible(ann)
  await expectAccessible(dev)

  await failingToSave(ann, async () => {
    await choice(ann, 'Rust').click()
    await expect(ann.getByText('Server unreachable. Please try again later.')).toBeVisible()
    await expect(choice(ann, 'Iris')).toBeChecked()
    await expectColour(ann, iris)
  })

  await ann.setViewportSize({ width: 390, height: 844 })
  await expectToFitWidth(ann)
  await choice(ann, 'Rust').click()
  await expect(choice(ann, 'Rust')).toBeChecked()
  await expectColour(dev, rust)
  for (const colorScheme of ['dark', 'light'] as const) {
    await ann.emulateMedia({ colorScheme })
    await expectAccessible(ann)
  }

  await dev.getByRole('button', { name: 'Logout' }).click()
  const logIn = dev.getByRole('button', { name: 'Log in' })
  await expect(logIn).toHaveCSS('background-color', teal)
})

test('the first thing that is painted has the workspace’s colour, with and without local data', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await callApi(ann, 'PATCH /api/workspace/', { accent: 'iris' })
  await expectColour(ann, iris)
  await ann.addInitScript(`
    window.colours = new Set()
    const look = () => {
      const sign = document.querySelector('aside span[aria-hidden]')
      if (sign) window.colours.add(getComputedStyle(sign).backgroundColor)
      requestAnimationFrame(look)
    }
    look()`)
  const openOnlyIn = async (expected: string) => {
    await ann.goto(`${atrium.originOf('demo')}/tenant_admin`)
    await expect(sidebar(ann)).toBeVisible()
    await expectColour(ann, expected)
    await expect.poll(() => ann.evaluate<string[]>('[...window.colours]')).toEqual([expected])
  }
  await openOnlyIn(iris)

  // The answers stay away: what is drawn comes from local data.
  await answering(
    ann,
    '**/api/**',
    () => undefined,
    () => openOnlyIn(iris),
  )

  await ann.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('atrium')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('owner', 'readwrite')
      transaction.objectStore('owner').clear()
      transaction.oncomplete = () => resolve(opening.result.close())
    }
  })`)
  await openOnlyIn(iris)
})
