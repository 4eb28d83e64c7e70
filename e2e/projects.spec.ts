// Projects, as their manager and the tenant admin use them.
import { expect, type Page, type Route } from '@playwright/test'
import { addDays } from 'contract'
import { todayIn } from '../web/src/ui/text/dates.ts'
import { answering, atrium, callApi, editInline, expectAccessible, letItBeNoon, logInAs, noonZone, test } from './visit.ts'

type Answer = {
  id: number
  name: string
  description: string
  end_date: string | null
  priority: string
  members: { employee: { id: number; full_name: string } }[]
  results: { id: number; message: string }[]
}

const dayIn = (days: number) => addDays(todayIn(noonZone), days)
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const confirm = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
async function deactivate(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate Project' }).click()
  await confirm(page)
}
const inlineValue = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}: `) })
const notificationsOf = async (page: Page) =>
  (await callApi<Answer>(page, 'GET /api/notifications/')).results.map(({ message }) => message)

const longDescription =
  'A garden that feeds us, and that all of us keep: beds, paths, a pond, compost, a shed and, some day, bees.'

/** Proves the form's messages, that Escape keeps what was typed, and that a double click creates one project. */
async function createProject(page: Page) {
  await page.getByRole('button', { name: '+ Create Project' }).click()
  const form = dialog(page, 'Create New Project')
  const send = form.getByRole('button', { name: 'Create Project' })
  await form.getByLabel('Description').fill('Short')
  await form.getByLabel('Start Date').fill('2020-02-02')
  await form.getByLabel('End Date').fill('2020-02-01')
  await send.click()
  for (const message of [
    'Project name is required.',
    'Description must be at least 10 characters.',
    'Start date cannot be in the past.',
    'End date cannot be before start date.',
  ])
    await expect(form.getByText(message)).toBeVisible()
  await expect(form.getByLabel('Project Name')).toBeFocused()
  await form.getByLabel('Description').fill(longDescription)
  await form.getByLabel('Description').press('Escape')
  await expect(dialog(page, 'Discard changes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Discard changes')).toBeHidden()
  await expect(form.getByLabel('Description')).toHaveValue(longDescription)
  for (const date of ['Start Date', 'End Date']) await form.getByLabel(date).fill('')
  await form.getByLabel('Project Name').fill('Garden')
  await send.dblclick()
  await expect(form).toBeHidden()
  const card = page.getByRole('article').filter({ hasText: 'Garden' })
  await expect(card).toHaveCount(1)
  for (const text of ['Planning', 'N/A', 'Medium', 'No members yet.', `${longDescription.slice(0, 100).trimEnd()}…`])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Garden' })).toBeVisible()
  const { results } = await callApi<{ results: Answer[] }>(page, 'GET /api/projects/?limit=100')
  expect(results.filter(({ name }) => name === 'Garden')).toHaveLength(1)
}

/** Proves that a field is sent alone, shown before it is saved, and reverted on refusal. */
async function editInPlace(page: Page) {
  const sent: unknown[] = []
  const isSaved = Promise.withResolvers<void>()
  /** Answers changes only. */
  const answeringChanges = (answer: (route: Route) => Promise<unknown>, act: () => Promise<unknown>) =>
    answering(
      page,
      '**/api/projects/*/',
      (route, request) => {
        if (request.method() !== 'PATCH') return route.fallback()
        sent.push(request.postDataJSON())
        return answer(route)
      },
      act,
    )
  const hold = (route: Route) => isSaved.promise.then(() => route.fallback())
  await answeringChanges(hold, async () => {
    await inlineValue(page, 'End Date').click()
    await page.getByLabel('End Date').fill(dayIn(-3))
    await page.getByLabel('End Date').press('Enter')
    await expect(page.getByText('Saving...')).toBeVisible()
    await expect(page.getByText('Overdue by 3 days')).toBeVisible()
    await expect.poll(() => sent.splice(0)).toEqual([{ end_date: dayIn(-3) }])
    isSaved.resolve()
    await expect(page.getByText('Saving...')).toBeHidden()
  })
  await expect(inlineValue(page, 'End Date')).toBeFocused()

  // The form refuses a past start date, and reverts it.
  await inlineValue(page, 'Start Date').click()
  await page.getByLabel('Start Date').fill('2020-01-01')
  await page.getByLabel('Start Date').press('Enter')
  await expect(page.getByText('Start date cannot be in the past.')).toBeVisible()
  await expect(page.getByLabel('Start Date')).toHaveValue('')
  await page.getByLabel('Start Date').press('Escape')
  await expect(inlineValue(page, 'Start Date')).toHaveText(/N\/A/)

  const refuse = (route: Route) => route.fulfill({ status: 400, json: { status: ['Not today.', 'Nor tomorrow.'] } })
  await answeringChanges(refuse, async () => {
    await inlineValue(page, 'Status').click()
    const field = page.getByLabel('Status', { exact: true })
    await field.selectOption('In Progress')
    await expect(page.getByRole('alert').filter({ hasText: 'Not today.' })).toBeVisible()
    await expect(field).toHaveValue('in_progress')
    await field.press('Escape')
    await expect(inlineValue(page, 'Status')).toHaveText(/Planning/)
  })
  expect(sent).toEqual([{ status: 'in_progress' }])
}

/** Proves that concurrent edits of different fields are both kept. */
async function editTogether(page: Page, other: Page, id: number) {
  await page.getByRole('button', { name: 'Edit Project' }).click()
  const form = dialog(page, 'Edit Project')
  await form.getByLabel('Description').fill('Beds, paths and a pond.')
  await callApi<Answer>(other, `PATCH /api/projects/${id}/`, { name: 'Common garden', end_date: dayIn(2), priority: 'high' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Common garden' })).toBeVisible()
  await expect(page.getByText('Ends in 2 days')).toBeVisible()
  const { name, description, end_date, priority } = await callApi<Answer>(page, `GET /api/projects/${id}/`)
  expect({ name, description, end_date, priority }).toEqual({
    name: 'Common garden',
    description: 'Beds, paths and a pond.',
    end_date: dayIn(2),
    priority: 'high',
  })
}

async function changeTeam(page: Page, id: number) {
  const add = page.getByRole('button', { name: '+ Add Members' })
  await add.click()
  const form = dialog(page, 'Add Members')
  await form.getByRole('button', { name: 'Add Members' }).click()
  await expect(form.getByText('Please select at least one developer.')).toBeVisible()
  await form.getByLabel('Select all 2').check()
  await expect(form.getByText('2 selected')).toBeVisible()
  await form.getByRole('button', { name: 'Add Members' }).click()
  await expect(page.getByText('2 members added.')).toBeVisible()
  await add.click()
  await expect(form.getByText('All developers are already assigned.')).toBeVisible()
  await form.getByText('Close', { exact: true }).click()

  const { members } = await callApi<Answer>(page, `GET /api/projects/${id}/`)
  const dev = members.find(({ employee }) => employee.full_name === 'Dev Dalton')?.employee.id
  const task = await callApi<Answer>(page, 'POST /api/tasks/', { project: id, title: 'Dig', description: 'A bed by the fence.' })
  await callApi<Answer>(page, 'POST /api/subtasks/', { task: task.id, title: 'Fetch a spade', assigned_to: dev })
  await expect(page.getByRole('button', { name: 'Remove Pam Porter' })).toHaveAccessibleDescription(
    'Pam Porter is the Project Manager, and cannot be removed',
  )
  await page.getByRole('button', { name: 'Remove Dev Dalton' }).click()
  await confirm(page)
  await expect(page.getByText('Dev Dalton has 1 assigned subtask, which must be reassigned first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Dev Dalton' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Dana Reyes' }).click()
  await confirm(page)
  await expect(page.getByText('Dana Reyes has been removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Dana Reyes' })).toBeHidden()
}

/** Proves that disabled controls say why, and that one click reactivates the project. */
async function deactivateAndReactivate(page: Page) {
  await deactivate(page)
  await expect(page.getByText('You or a tenant admin can reactivate it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reactivate Project' })).toBeFocused()
  for (const name of [
    /^Start Date: /,
    /^End Date: /,
    /^Status: /,
    /^Priority: /,
    'Edit Project',
    '+ Add Members',
    '+ New Task',
  ]) {
    const control = page.getByRole('button', { name })
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    await expect(control).toHaveAccessibleDescription('Project is inactive')
  }
  await inlineValue(page, 'Start Date').click({ force: true })
  await page.getByRole('button', { name: 'Hide details' }).press('Tab')
  await expect(inlineValue(page, 'Start Date')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Start Date' })).toHaveCount(0)
  await expect(page.getByRole('tooltip').filter({ hasText: 'Project is inactive' }).last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reactivate Project' }).click()
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await expect(page.getByText('This project is inactive.')).toBeHidden()
}

test('a manager creates a project, edits it in place, deactivates and reactivates it', { tag: '@quick' }, async ({ browser }) => {
  await letItBeNoon()
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await createProject(pam)
  await editInPlace(pam)
  await expectAccessible(pam)
  await deactivateAndReactivate(pam)
})

test('a manager and an administrator edit a project at once, and its team changes as its work allows', async ({ browser }) => {
  await letItBeNoon()
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const { id } = await callApi<Answer>(pam, 'POST /api/projects/', { name: 'Garden', description: longDescription })
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${id}`)
  await editTogether(pam, ann, id)
  await changeTeam(pam, id)
  await pam.getByRole('link', { name: 'Back to Projects' }).click()
  await expect(pam.getByRole('article').filter({ hasText: 'Common garden' }).getByText('DD', { exact: true })).toBeVisible()
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/98765`)
  await expect(pam.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  await expect(pam.getByText("The project you are looking for doesn't exist or has been removed.")).toBeVisible()
  await pam.getByRole('link', { name: 'Back to Dashboard' }).click()
  await pam.waitForURL('**/project_manager')
})

test('the admin chooses a project’s manager, edits it, creates nothing in it, and replaces a manager who left', async ({
  browser,
}) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const max = await callApi<Answer>(ann, 'POST /api/employees/', {
    full_name: 'Max Meyer',
    email: 'max@demo.test',
    job_title: 'Planner',
    department: 'Operations',
    role: 'project_manager',
  })
  await ann.reload()
  const chooseManager = async (name: RegExp) => {
    await ann.getByRole('combobox', { name: 'Project Manager' }).click()
    await ann.getByRole('listbox').getByRole('option', { name }).click()
  }

  await ann.getByRole('button', { name: '+ Create Project' }).click()
  const creation = dialog(ann, 'Create New Project')
  await creation.getByLabel('Project Name').fill('Orchard')
  await creation.getByRole('button', { name: 'Create Project' }).click()
  await expect(creation.getByText('Project manager is required.')).toBeVisible()
  await chooseManager(/^Pam Porter/)
  await creation.getByRole('button', { name: 'Create Project' }).click()
  await expect(creation).toBeHidden()
  await ann.getByRole('link', { name: 'Orchard' }).click()
  await ann.waitForURL('**/tenant_admin/projects/*')
  const id = Number(ann.url().split('/').at(-1))
  expect(await notificationsOf(pam)).toContain('Ann Adams made you the project manager of “Orchard”.')

  const dana = (await callApi<Answer>(ann, 'GET /api/employees/?search=dana')).results[0]?.id
  await callApi<Answer>(pam, 'POST /api/members/bulk-assign/', { project: id, developers: [dana] })
  await callApi<Answer>(pam, 'POST /api/tasks/', { project: id, title: 'Plant', description: 'Ten apple trees.' })
  await ann.reload()
  await expect(ann.getByText('No description provided for this project.')).toBeVisible()
  await expect(ann.getByText('Plant', { exact: true })).toBeVisible()
  await expect(ann.getByRole('link', { name: 'Plant' })).toHaveCount(0)
  for (const name of [/Add Members/, /New Task/, /Create Subtask/]) await expect(ann.getByRole('button', { name })).toHaveCount(0)
  await expect(ann.getByText('Subtask View')).toHaveCount(0)
  await editInline(ann, 'Priority', 'High')
  await expect(inlineValue(ann, 'Priority')).toHaveText(/High/)
  await ann.getByRole('button', { name: 'Remove Dana Reyes' }).click()
  await confirm(ann)
  await expect(ann.getByText('Dana Reyes has been removed.')).toBeVisible()
  await expectAccessible(ann)

  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${id}`)
  await expect(inlineValue(pam, 'Priority')).toBeVisible()
  await ann.getByRole('button', { name: 'Edit Project' }).click()
  await chooseManager(/^Max Meyer/)
  await expect(ann.getByText(/Pam Porter leaves the project, .* The developers stay/)).toBeVisible()
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByRole('listitem').filter({ hasText: 'Max Meyer' })).toContainText('Project Manager')
  expect(await notificationsOf(pam)).toContain('Ann Adams made Max Meyer the project manager of “Orchard” in your place.')
  // Pam has its page open.
  await expect(pam.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()

  await deactivate(ann)
  await expect(ann.getByText('You or Max Meyer, its project manager, can reactivate it.')).toBeVisible()
  await expect(ann.getByText('Project deactivated.')).toBeVisible()
  await callApi<Answer>(ann, `DELETE /api/employees/${max.id}/`)
  await ann.reload()
  await expect(ann.getByText(/Max Meyer, who ran it, is no longer a project manager here/)).toBeVisible()
  await ann.getByRole('button', { name: 'Reactivate Project' }).click()
  await expect(ann.getByText('Nobody runs this project.')).toBeVisible()
  await expectAccessible(ann)
  await ann.getByRole('button', { name: 'Choose Project Manager' }).click()
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByText('Project manager is required.')).toBeVisible()
  await chooseManager(/^Pam Porter/)
  await ann.getByRole('button', { name: 'Save' }).click()
  await expect(ann.getByText('Nobody runs this project.')).toBeHidden()
  await pam.reload()
  await expect(pam.getByRole('heading', { name: 'Orchard' })).toBeVisible()
})
