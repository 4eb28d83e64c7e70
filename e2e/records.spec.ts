// HR keeps what belongs to a person, who sees it at once, and nobody else does.
import { expect, type Page } from '@playwright/test'
import { fileOf, panelOf } from './attaching.ts'
import { idOf, type Listed, lookAtDev, section } from './people-pages.ts'
import { atrium, callApi, expectAccessibleInBoth, expectFitAndAccessible, letItBeNoon, screens, test } from './visit.ts'

const [[, wide], [, phone]] = screens
const documents = (page: Page) => page.getByRole('region', { name: /^Documents/ })
const row = (page: Page, name: string) => documents(page).getByRole('listitem').filter({ hasText: name })

test('HR edits a job and its schedule, and the person and their manager see it at once', async ({ browser }) => {
  const [hana, dev, pam] = await lookAtDev(browser, atrium, 'hana@demo.test', 'dev@demo.test', 'pam@demo.test')
  await expect(section(dev, 'Job')).toContainText('40 h a week, the default schedule')
  await expect(dev.getByRole('button', { name: 'Edit Job' })).toBeHidden()
  const edit = hana.getByRole('button', { name: 'Edit Job' })
  await edit.press('Enter')
  const dialog = hana.getByRole('dialog')
  await expect(dialog).toContainText('Developers report to their project manager')
  await expectAccessibleInBoth(hana)
  await dialog.getByLabel('Job title').fill('')
  await dialog.getByLabel('First day').fill('2 Mar 2026')
  await dialog.getByLabel('Last day').fill('1 Mar 2026')
  await dialog.getByLabel('Last day').press('Enter')
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await expect(dialog.getByText('The last day can’t be before the first.')).toBeVisible()
  await expect(dialog.getByLabel('Job title')).toBeFocused()
  await dialog.getByLabel('Job title').fill('Principal Engineer')
  await dialog.getByLabel('Last day').fill('')
  await dialog.getByLabel('Phone at work').fill('+49 30 99')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(hana.getByText('Job saved.')).toBeVisible()
  await expect(edit).toBeFocused()
  for (const page of [hana, dev, pam]) {
    await expect(page.getByText('Principal Engineer')).toBeVisible()
    await expect(section(page, 'Contact')).toContainText('+49 30 99')
    await expect(section(page, 'Job')).toContainText('02 Mar 2026')
  }

  await hana.getByRole('button', { name: 'Change Schedule' }).click()
  await dialog.getByLabel('Friday').fill('25')
  await dialog.getByLabel('Friday').press('Enter')
  await expect(dialog.getByText('Enter at most 24 hours for each of the seven days.')).toBeVisible()
  await dialog.getByLabel('Friday').fill('4:30')
  await expect(dialog).toContainText('36 h 30 min a week')
  await expectAccessibleInBoth(hana)
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const page of [hana, dev]) await expect(section(page, 'Job')).toContainText('36 h 30 min a week, since')
  await hana.getByRole('button', { name: 'Change Schedule' }).click()
  await dialog.getByRole('button', { name: /^Delete the schedule from/ }).click()
  await hana.getByRole('button', { name: 'Confirm' }).click()
  await expect(hana.getByText('Schedule deleted.')).toBeVisible()
  for (const page of [hana, dev]) await expect(section(page, 'Job')).toContainText('the default schedule')
})

test('HR and the person edit private data, which not even the manager and administrators see', async ({ browser }) => {
  const [hana, dev, pam] = await lookAtDev(browser, atrium, 'hana@demo.test', 'dev@demo.test', 'pam@demo.test')
  const [ann] = await lookAtDev(browser, atrium, 'ann@demo.test')
  await expect(section(hana, 'Private')).toContainText('Only HR and Dev Dalton see this.')
  await expect(section(dev, 'Private')).toContainText('Only HR and you see this.')
  await dev.getByRole('button', { name: 'Edit Private Data' }).click()
  const dialog = dev.getByRole('dialog')
  await dialog.getByLabel('Birthday').fill('1 Jan 2999')
  await dialog.getByLabel('Address').fill('1 Long Street\nSpringfield')
  await expectAccessibleInBoth(dev)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('A birthday can’t be in the future.')).toBeVisible()
  await dialog.getByLabel('Birthday').fill('4 May 1990')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dev.getByText('Private data saved.')).toBeVisible()
  for (const page of [hana, dev]) await expect(section(page, 'Private')).toContainText('04 May 1990')
  await expect(section(hana, 'Private')).toContainText('Springfield')

  for (const page of [pam, ann]) {
    await expect(section(page, 'Job')).toBeVisible()
    await expect(section(page, 'Private')).toBeHidden()
    await expect(documents(page)).toBeHidden()
    await expect(page.getByText('Springfield')).toBeHidden()
  }
})

test('HR uploads documents, marks when they expire, and deletes one with an undo', async ({ browser }) => {
  await letItBeNoon()
  const [hana, dev] = await lookAtDev(browser, atrium, 'hana@demo.test', 'dev@demo.test')
  const [contract, visa] = ['new contract.txt', 'new visa.txt']
  const choosing = hana.waitForEvent('filechooser')
  await hana.getByRole('button', { name: 'Upload Documents' }).click()
  await (await choosing).setFiles([fileOf(contract), fileOf(visa)])
  for (const page of [hana, dev]) {
    await expect(row(page, contract)).toBeVisible()
    await expect(row(page, visa)).toBeVisible()
  }
  await expect(panelOf(hana)).toBeHidden()
  await expect(dev.getByRole('button', { name: 'Upload Documents' })).toBeHidden()
  const downloading = dev.waitForEvent('download')
  await row(dev, visa)
    .getByRole('link', { name: `Download ${visa}` })
    .click()
  expect((await downloading).suggestedFilename()).toBe(visa)

  await row(hana, visa)
    .getByRole('button', { name: `Set expiry date of ${visa}` })
    .press('Enter')
  await hana.getByRole('button', { name: 'Today', exact: true }).click()
  for (const page of [hana, dev]) await expect(row(page, visa)).toContainText('Expires today')
  await expect(row(hana, visa).getByRole('button', { name: /change the expiry date/ })).toBeFocused()
  const { documents: kept } = await callApi<{ documents: Listed[] }>(dev, `GET /api/people/${await idOf(dev, 'Dev Dalton')}/`)
  await callApi(hana, `PATCH /api/documents/${kept.at(-1)?.id}/`, { expires_on: '2020-02-01' })
  for (const page of [hana, dev]) await expect(documents(page)).toContainText('Expired 01 Feb 2020')
  for (const page of [hana, dev]) await expectFitAndAccessible(page)

  await row(hana, contract)
    .getByRole('button', { name: `Rename ${contract}` })
    .click()
  const name = hana.getByRole('dialog').getByLabel('Name')
  await name.fill(`signed ${contract}`)
  await name.press('Enter')
  for (const page of [hana, dev]) await expect(row(page, `signed ${contract}`)).toBeVisible()
  for (const page of [hana, dev]) {
    await page.setViewportSize(phone)
    await expectFitAndAccessible(page)
  }
  await row(hana, contract)
    .getByRole('button', { name: `Delete signed ${contract}` })
    .click()
  await hana.getByRole('button', { name: 'Confirm' }).click()
  for (const page of [hana, dev]) await expect(row(page, contract)).toBeHidden()
  await hana.getByRole('button', { name: 'Undo' }).click()
  for (const page of [hana, dev]) await expect(row(page, contract)).toBeVisible()
})

test('a checklist is started by HR and ticked by those whose items they are', async ({ browser }) => {
  const [hana, dev, pam] = await lookAtDev(browser, atrium, 'hana@demo.test', 'dev@demo.test', 'pam@demo.test')
  const name = 'New engineer of the team'
  const items = [
    { title: 'Sign the contract', owner: 'person', days: -2 },
    { title: 'Show the office', owner: 'manager', days: 0 },
    { title: 'Order a laptop', owner: 'hr', days: 5 },
  ]
  await callApi(hana, 'POST /api/checklist-templates/', { name, kind: 'joiner', items })
  await hana.getByRole('button', { name: 'Start Checklist' }).press('Enter')
  const dialog = hana.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Template').selectOption(name)
  await expectAccessibleInBoth(hana)
  await dialog.getByRole('button', { name: 'Start' }).click()
  const list = (page: Page) => section(page, name)
  for (const page of [hana, dev, pam]) await expect(list(page)).toContainText('0 of 3 done')
  await expect(list(dev).getByRole('checkbox')).toHaveCount(1)
  await expect(list(pam).getByRole('checkbox')).toHaveCount(1)
  await expect(list(hana).getByRole('checkbox')).toHaveCount(3)
  for (const size of [wide, phone]) {
    await dev.setViewportSize(size)
    await expectFitAndAccessible(dev)
  }

  await list(dev).getByRole('checkbox', { name: 'Sign the contract' }).press('Space')
  await list(pam).getByRole('checkbox', { name: 'Show the office' }).click()
  for (const page of [hana, dev, pam]) {
    await expect(list(page)).toContainText('2 of 3 done')
    await expect(list(page)).toContainText('Done by Dev Dalton, just now')
    await expect(list(page)).toContainText('Done by Pam Porter, just now')
  }
  await list(hana).getByRole('checkbox', { name: 'Sign the contract' }).click()
  for (const page of [hana, dev]) await expect(list(page)).toContainText('1 of 3 done')
  await list(hana)
    .getByRole('button', { name: `Delete ${name}` })
    .click()
  await hana.getByRole('button', { name: 'Confirm' }).click()
  for (const page of [hana, dev, pam]) await expect(list(page)).toBeHidden()
})
