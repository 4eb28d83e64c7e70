// People find each other in the directory and in the organisation chart.
import { expect, type Page } from '@playwright/test'
import { idOf, section } from './people-pages.ts'
import { atrium, callApi, expectAccessibleInBoth, expectToFitWidth, logInAs, screens, test } from './visit.ts'

const found = (page: Page) => page.getByRole('main').getByRole('status')

for (const [screen, viewport, key] of screens) {
  test(`everybody finds a person, their place and their page, and writes to them, on ${screen}`, async ({ browser }) => {
    const [hana, dev] = [await logInAs(browser, atrium, 'hana@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
    const pam_id = await idOf(dev, 'Pam Porter')
    const place = { name: `Lisbon ${key}`, country: 'PT', region: null, timezone: 'Europe/Lisbon' }
    const { id: location } = await callApi<{ id: number }>(hana, 'POST /api/locations/', place)
    await callApi(hana, `PATCH /api/people/${pam_id}/job/`, { location, phone: '+351 21 123-45' })

    await dev.setViewportSize(viewport)
    await dev.goto(`${atrium.originOf('demo')}/people`)
    const people = dev.getByLabel('People', { exact: true }).and(dev.locator('table, ul'))
    await expect(people.getByRole('link', { name: 'Pam Porter' }).first()).toBeVisible()
    await expectToFitWidth(dev)
    await expectAccessibleInBoth(dev)
    await expect(people.getByRole('link', { name: 'Message Dev Dalton' })).toHaveCount(0)

    await dev.getByRole('searchbox').fill('PORTÉR')
    await expect(found(dev)).toContainText(/^1 of \d+ people/)
    await expect(people).toContainText(`Lisbon ${key}`)
    await expect(people).toContainText(/Europe\/Lisbon · \w+day \d\d:\d\d/)
    if (screen === 'a phone')
      await expect(people.getByRole('link', { name: '+351 21 123-45' })).toHaveAttribute('href', 'tel:+3512112345')
    await people.getByRole('link', { name: 'Pam Porter', exact: true }).click()
    await expect(dev.getByRole('heading', { level: 1, name: 'Pam Porter' })).toBeVisible()
    await expect(section(dev, 'Contact').getByRole('link', { name: 'pam@demo.test' })).toHaveAttribute(
      'href',
      'mailto:pam@demo.test',
    )
    await expect(section(dev, 'Contact')).toContainText(`Lisbon ${key}`)
    await expect(dev.getByRole('region', { name: /^Direct reports/ }).getByRole('link', { name: 'Dev Dalton' })).toBeVisible()
    await expect(section(dev, 'Job')).toBeHidden()
    await expect(section(dev, 'Private')).toBeHidden()
    await expectToFitWidth(dev)
    await expectAccessibleInBoth(dev)
    await dev.getByRole('link', { name: 'Back to People' }).click()
    await expect(dev.getByRole('searchbox')).toHaveValue('PORTÉR')
    await people.getByRole('link', { name: 'Message Pam Porter' }).click()
    await dev.waitForURL(/\/chat\/\d+$/)
    await expect(dev.getByRole('textbox', { name: /^Message to/ })).toBeVisible()
  })

  test(`filters stay in the address, and the layout in the browser, on ${screen}`, async ({ browser }) => {
    const dev = await logInAs(browser, atrium, 'dev@demo.test')
    await dev.setViewportSize(viewport)
    await dev.goto(`${atrium.originOf('demo')}/people`)
    await dev.getByLabel('Filter by manager').selectOption('Pam Porter')
    await expect(dev).toHaveURL(/manager=\d+/)
    await expect(found(dev)).toContainText('hidden by filters')
    await dev.getByLabel('Filter by role').selectOption('HR')
    await expect(dev.getByText('Nothing matches these filters.')).toBeVisible()
    await dev.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(dev).not.toHaveURL(/manager|role/)
    const other = screen === 'a phone' ? 'Table' : 'Cards'
    await dev.getByText(other, { exact: true }).click({ force: true })
    const shown = screen === 'a phone' ? dev.getByRole('table', { name: 'People' }) : dev.getByRole('list', { name: 'People' })
    await expect(shown).toBeVisible()
    await dev.reload()
    await expect(shown).toBeVisible()
    await expectToFitWidth(dev)
    await expectAccessibleInBoth(dev)
  })
}

for (const [screen, viewport] of screens)
  test(`the organisation chart is searched, opened and closed by keyboard, on ${screen}`, async ({ browser }) => {
    const [hana, dev] = [await logInAs(browser, atrium, 'hana@demo.test'), await logInAs(browser, atrium, 'dev@demo.test')]
    const [ann_id, pam_id, hana_id] = [
      await idOf(hana, 'Ann Adams'),
      await idOf(hana, 'Pam Porter'),
      await idOf(hana, 'Hana Hill'),
    ]
    await callApi(hana, `PATCH /api/people/${pam_id}/job/`, { reports_to: null })
    await dev.setViewportSize(viewport)
    await dev.goto(`${atrium.originOf('demo')}/people/organisation`)
    const chart = dev.getByRole('list', { name: 'Organisation' })
    const link = (name: string) => dev.getByRole('main').getByRole('link', { name })
    const nobody = dev.getByRole('region', { name: /^Report to nobody/ })
    await expect(nobody.getByRole('link', { name: 'Ann Adams' })).toBeVisible()
    await callApi(hana, `PATCH /api/people/${pam_id}/job/`, { reports_to: ann_id })
    const ofAnn = chart.getByRole('button', { name: /below Ann Adams$/ })
    await expect(ofAnn).toHaveAttribute('aria-expanded', 'true')
    await expect(nobody.getByRole('link', { name: 'Ann Adams' })).toBeHidden()
    await expect(nobody.getByRole('link', { name: 'Hana Hill' })).toBeVisible()
    await expectToFitWidth(dev)
    await expectAccessibleInBoth(dev)

    await link('Ann Adams').focus()
    await dev.keyboard.press('ArrowDown')
    await expect(link('Pam Porter')).toBeFocused()
    await dev.keyboard.press('ArrowLeft')
    await expect(link('Dev Dalton')).toBeHidden()
    await dev.keyboard.press('ArrowLeft')
    await expect(link('Ann Adams')).toBeFocused()
    await dev.getByRole('searchbox').fill('dalton')
    await expect(found(dev)).toContainText(/^1 of \d+ people found/)
    await expect(link('Dev Dalton')).toBeInViewport()
    await dev.keyboard.press('Enter')
    await expect(link('Dev Dalton')).toBeFocused()
    await dev.getByRole('button', { name: /below Pam Porter$/ }).press('Space')
    await expect(link('Dev Dalton')).toBeHidden()
    await dev.getByRole('button', { name: 'Expand All' }).click()
    await link('Dev Dalton').press('Enter')
    await expect(dev.getByRole('heading', { level: 1, name: 'Dev Dalton' })).toBeVisible()
    for (const id of [pam_id, hana_id]) await callApi(hana, `PATCH /api/people/${id}/job/`, { reports_to: null })
  })

test('one’s own page is a click away from the profile, and there is none of somebody unknown', async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await dev.goto(`${atrium.originOf('demo')}/profile`)
  await dev.getByRole('link', { name: 'Your page in the directory' }).click()
  await expect(dev.getByRole('heading', { level: 1, name: 'Dev Dalton' })).toBeVisible()
  await expect(dev.getByRole('main').getByRole('link', { name: 'Message' })).toHaveCount(0)
  for (const id of [1, 0]) {
    await dev.goto(`${atrium.originOf('demo')}/people/${id}`)
    await expect(dev.getByRole('heading', { level: 1, name: 'Person Not Found' })).toBeVisible()
  }
})

test('a person who has left is found by HR alone, and whose page others had open see that', async ({ browser }) => {
  const [hana, dev, ann] = await Promise.all([
    logInAs(browser, atrium, 'hana@demo.test'),
    logInAs(browser, atrium, 'dev@demo.test'),
    logInAs(browser, atrium, 'ann@demo.test'),
  ])
  const dana_id = await idOf(dev, 'Dana Reyes')
  const page = `${atrium.originOf('demo')}/people/${dana_id}`
  await dev.goto(page)
  await expect(section(dev, 'Contact')).toBeVisible()
  await hana.goto(`${atrium.originOf('demo')}/people?search=dana`)
  await expect(hana.getByRole('link', { name: 'Dana Reyes', exact: true })).toBeVisible()
  await callApi(ann, `DELETE /api/employees/${dana_id}/`)
  await expect(dev.getByRole('heading', { level: 1, name: 'Person Not Found' })).toBeVisible()
  await expect(hana.getByText('Nothing matches these filters.')).toBeVisible()
  await hana.getByRole('switch', { name: 'Former employees' }).press('Space')
  await hana.getByRole('link', { name: 'Dana Reyes', exact: true }).click()
  await expect(hana.getByText('Dana Reyes has left. Only HR sees this page.')).toBeVisible()
  await expect(hana.getByRole('link', { name: 'Message' })).toHaveCount(0)
  await expectAccessibleInBoth(hana)
  await expect(dev.getByRole('button', { name: 'Former employees' })).toHaveCount(0)
})

test('300 people with long names are on pages, and a search finds one of them', async ({ browser }) => {
  await atrium.sql(`
    insert into people (tenant_id, email, full_name, role, job_title, department)
    select id, 'long' || n || '@demo.test', n || repeat('w', 57), 'developer', repeat('v', 60), 'IT'
    from tenants, generate_series(100, 400) n where subdomain = 'demo'`)
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  for (const [, viewport] of screens) {
    await dev.setViewportSize(viewport)
    await dev.goto(`${atrium.originOf('demo')}/people`)
    await dev.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expect(dev).toHaveURL(/page=2/)
    await expectToFitWidth(dev)
    await dev.getByRole('searchbox').fill('399w')
    await expect(found(dev)).toContainText(/^1 of \d+ people/)
    await dev.goto(`${atrium.originOf('demo')}/people/organisation?search=399w`)
    await expect(dev.locator('[data-is-found]')).toBeInViewport()
    await expectToFitWidth(dev)
  }
})
