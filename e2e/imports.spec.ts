// Tasks of other tools: a dry run, the import, importing again, and the undo.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'
import { atrium, callApi, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

const fixture = (name: string) => path.join(import.meta.dirname, '../server/src/imports/fixtures', name)

async function openImport(page: Page) {
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(page, 'GET /api/projects/')
  const id = results.find(({ name }) => name === 'Website relaunch')?.id
  await page.goto(`${atrium.originOf('demo')}/project_manager/projects/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import tasks' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import Tasks' })).toBeVisible()
}

const choose = (page: Page, file: string | { name: string; text: string | Buffer }) =>
  page
    .locator('input[type="file"]')
    .setInputFiles(
      typeof file === 'string' ? fixture(file) : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) },
    )

test('a manager brings a board of Trello over, and undoes that', { tag: '@quick' }, async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await openImport(pam)
  await expectAccessible(pam)
  await choose(pam, 'trello.json')
  const outcome = pam.getByRole('region', { name: 'What would happen' })
  await expect(outcome.getByRole('heading')).toHaveText('2 tasks, 2 subtasks and 2 comments')
  await expect(outcome).toContainText('Nothing is created yet.')
  await expect(outcome).toContainText('2 archived cards are left out.')
  await expect(pam.getByRole('region', { name: 'People' }).getByRole('listitem')).toHaveText(/Dev 3.*Unassigned/)
  await expect(pam.getByRole('region', { name: 'Labels' })).toContainText('Only an administrator can create labels.')
  const preview = pam.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('listitem').filter({ hasText: 'Draw the header' })).toContainText('In Progress')
  await pam.getByLabel('Status of Doing').selectOption('To Do')
  await expect(preview.getByRole('listitem').filter({ hasText: 'Draw the header' })).toContainText('To Do')
  await expectAccessible(pam)
  await expectToFitWidth(pam)
  await pam.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(pam)
  await expectToFitWidth(pam)

  await outcome.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(pam).toHaveURL(/projects\/\d+$/)
  await expect(pam.getByText('2 tasks, 2 subtasks and 2 comments imported.')).toBeVisible()
  await expect(pam.getByRole('link', { name: 'Draw the header' })).toBeVisible()

  await openImport(pam)
  await choose(pam, 'trello.json')
  await expect(outcome.getByRole('heading')).toHaveText('Nothing new to import')
  await expect(outcome).toContainText('4 rows were imported before and are skipped.')
  await expect(outcome.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true')

  const { results } = await callApi<{ results: { id: number; title: string }[] }>(pam, 'GET /api/tasks/?limit=1000')
  const header = results.find(({ title }) => title === 'Draw the header')
  await callApi(pam, `PATCH /api/tasks/${header?.id}/`, { priority: 'high' })
  await pam.getByRole('button', { name: 'Choose another file' }).click()
  await pam.getByRole('button', { name: 'Undo the import of trello.json' }).click()
  const question = pam.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText('1 task has changed since:')
  await expect(question.getByRole('listitem')).toHaveText('Draw the header')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(pam.getByText('Import undone.')).toBeVisible()
  await expect(pam.getByRole('region', { name: 'Imported so far' }).getByRole('listitem')).toContainText('Undone')
  await pam.getByRole('link', { name: 'Back to Project' }).click()
  await expect(pam.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()
  await expect(pam.getByRole('link', { name: 'Home page' })).toBeVisible()
  await expect(pam.getByRole('link', { name: 'Draw the header' })).toHaveCount(0)
})

test('a table with names of its own is mapped, its dates are asked about, and others see the tasks at once', async ({
  browser,
}) => {
  const [pam, ann] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'ann@demo.test')]
  await openImport(pam)
  const project = pam.url().replace(/.*projects\/(\d+).*/, '$1')
  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/projects/${project}`)
  await expect(ann.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()

  await pam.getByRole('button', { name: 'Paste instead' }).click()
  await pam
    .getByLabel('Rows of a spreadsheet, or the content of an export')
    .fill('Aufgabe\tWer\tDeadline\nPaint it\tDev Dalton\t03/04/2099')
  await pam.getByRole('button', { name: 'Continue' }).click()
  const outcome = pam.getByRole('region', { name: 'What would happen' })
  const bring = outcome.getByRole('button', { name: 'Import', exact: true })
  await expect(outcome).toContainText('Choose the column that has the titles.')
  await pam.getByLabel('What the column Aufgabe is').selectOption('Title')
  await pam.getByLabel('What the column Wer is').selectOption('Assignee')
  await expect(outcome.getByRole('heading')).toHaveText('1 task')
  await expect(bring).toHaveAttribute('aria-disabled', 'true')
  await pam.getByRole('radio', { name: '03 Apr 2099: day first' }).check()
  await expect(pam.getByRole('region', { name: 'Preview' }).getByRole('listitem')).toHaveText(/Paint it.*03 Apr 2099.*Dev Dalton/)
  await expectAccessible(pam)
  await bring.click()
  await expect(pam.getByText('1 task imported.')).toBeVisible()
  await expect(ann.getByText('Paint it')).toBeVisible()
  await pam.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(ann.getByText('Paint it')).toHaveCount(0)
})

test('a file that is none is refused with its reason, and nobody but the manager finds the page', async ({ browser }) => {
  const [pam, ann] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'ann@demo.test')]
  await openImport(pam)
  await choose(pam, { name: 'plan.xlsx', text: 'PK' })
  await expect(pam.getByRole('alert')).toHaveText('Save the spreadsheet as CSV, and choose that file.')
  await choose(pam, { name: 'board.json', text: '{"cards":' })
  await expect(pam.getByRole('alert')).toContainText('This JSON is malformed. Export the file again.')
  await pam.getByRole('button', { name: 'Choose another file' }).click()
  await choose(pam, { name: 'large.csv', text: `Title\n${readFileSync(fixture('asana.csv'), 'utf8').repeat(400)}` })
  await expect(pam.getByRole('alert')).toContainText('An import has at most 2,000 tasks and subtasks.')

  const address = new URL(pam.url()).pathname
  await ann.goto(atrium.originOf('demo') + address)
  await expect(ann).toHaveURL(/unauthorized/)
  await ann.goto(atrium.originOf('demo') + address.replace('project_manager', 'tenant_admin').replace('/import', ''))
  await ann.getByRole('button', { name: 'More actions' }).click()
  await expect(ann.getByRole('menuitem', { name: 'Deactivate Project' })).toBeVisible()
  await expect(ann.getByRole('menuitem', { name: 'Import tasks' })).toHaveCount(0)
})

test('a file that does not show its encoding is read again in the one that is chosen', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await openImport(pam)
  // “Привет” in Windows-1251.
  await choose(pam, { name: 'list.csv', text: Buffer.concat([Buffer.from('Title\n'), Buffer.from('cff0e8e2e5f2', 'hex')]) })
  const preview = pam.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Ïðèâåò')
  await pam.getByLabel('Encoding').selectOption('Cyrillic (Windows-1251)')
  await expect(preview).toContainText('Привет')
  await expectAccessible(pam)
  await pam.getByRole('button', { name: 'Choose another file' }).click()
  await choose(pam, { name: 'list.csv', text: 'Title\nПривет' })
  await expect(preview).toContainText('Привет')
  await expect(pam.getByLabel('Encoding')).toHaveCount(0)
})
