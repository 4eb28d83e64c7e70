// Projects are saved as templates, new ones begin with their work, and templates are deleted.
import { expect, type Page } from '@playwright/test'
import { atrium, callApi, expectAccessibleInBoth, expectFitAndAccessible, logInAs, screens, test } from './visit.ts'

const [, phone] = screens[1]
type Row = { id: number; name: string }

/** A project of Pam's with a task, which is due two days after its start, and a subtask. */
async function addProject(pam: Page) {
  const body = { name: 'Regatta', key: 'GATTA', description: 'A race of sailing boats.', start_date: '2031-03-01' }
  const project = await callApi<Row>(pam, 'POST /api/projects/', body)
  const task = await callApi<Row>(pam, 'POST /api/tasks/', {
    project: project.id,
    title: 'Lay the course',
    description: 'Three buoys and a line.',
    due_date: '2031-03-03',
  })
  await callApi(pam, 'POST /api/subtasks/', { task: task.id, title: 'Rent a boat' })
  return project
}

const create = (page: Page) => page.getByRole('dialog', { name: 'Create New Project' })
const tasksOf = (page: Page, { id }: Row) =>
  callApi<{ results: { title: string; due_date: string | null; subtasks: { title: string }[] }[] }>(
    page,
    `GET /api/tasks/?project=${id}`,
  )

/** The project with this name, with its work. */
async function expectWork(page: Page, name: string) {
  const { results } = await callApi<{ results: Row[] }>(page, 'GET /api/projects/?limit=100')
  const project = results.find((one) => one.name === name)
  const tasks = project && (await tasksOf(page, project)).results
  expect(tasks?.map(({ title, due_date, subtasks }) => [title, due_date, subtasks.map((subtask) => subtask.title)])).toEqual([
    ['Lay the course', '2032-06-03', ['Rent a boat']],
  ])
}

test('a manager saves a project as a template, begins another one with it, and deletes it', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const project = await addProject(pam)
  const origin = atrium.originOf('demo')
  await pam.goto(`${origin}/project_manager/projects/${project.id}`)
  const menu = pam.getByRole('button', { name: 'More actions' })
  await expect(menu).toBeEnabled()
  await menu.press('Enter')
  await pam.getByRole('menuitem', { name: 'Save as Template…' }).press('Enter')
  const save = pam.getByRole('dialog', { name: 'Save as Template' })
  await expect(save.getByLabel('Name')).toHaveValue(project.name)
  await expectFitAndAccessible(pam)
  await save.getByRole('button', { name: 'Save Template' }).click()
  await expect(save).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.press('Enter')
  await pam.getByRole('menuitem', { name: 'Save as Template…' }).press('Enter')
  await save.getByRole('button', { name: 'Save Template' }).click()
  await expect(save.getByText('There is a template with this name already.')).toBeVisible()
  await save.getByRole('button', { name: 'Cancel' }).click()

  await pam.goto(`${origin}/project_manager`)
  await pam.getByRole('button', { name: '+ Create Project' }).click()
  const dialog = create(pam)
  const template = `${project.name} (1 task, 1 subtask)`
  await dialog.getByLabel('Project Name').fill('Autumn')
  await dialog.getByLabel('Template').selectOption(template)
  await expect(dialog.getByLabel('Description')).toHaveValue('A race of sailing boats.')
  await dialog.getByLabel('Template').selectOption('None')
  await expect(dialog.getByLabel('Description')).toHaveValue('')
  await dialog.getByLabel('Description').fill('My own words about it.')
  await dialog.getByLabel('Template').selectOption(template)
  await expect(dialog.getByLabel('Description')).toHaveValue('My own words about it.')
  await dialog.getByLabel('Start Date').fill('1 Jun 2032')
  await expectFitAndAccessible(pam)

  // Escape closes the list only.
  await dialog.getByRole('button', { name: 'Manage templates' }).click()
  const list = pam.getByRole('dialog', { name: 'Templates' })
  await expect(list.getByText(project.name)).toBeVisible()
  await expectFitAndAccessible(pam)
  await list.press('Escape')
  await expect(list).toBeHidden()
  await expect(dialog.getByLabel('Project Name')).toHaveValue('Autumn')
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog).toBeHidden()
  await expectWork(pam, 'Autumn')

  await pam.setViewportSize(phone)
  await pam.getByRole('button', { name: '+ Create Project' }).click()
  await dialog.getByLabel('Template').selectOption(template)
  await expectFitAndAccessible(pam)
  await dialog.getByRole('button', { name: 'Manage templates' }).click()
  await expect(list.getByText(project.name)).toBeVisible()
  await expectFitAndAccessible(pam)
  await list.getByRole('button', { name: `Delete ${project.name}` }).click()
  await pam.getByRole('dialog', { name: 'Delete this template?' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(list.getByText(project.name)).toBeHidden()
  await list.press('Escape')
  await expect(list).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('option', { name: template })).toHaveCount(0)
})

test("an administrator begins a project with a manager's template, and deletes it for everybody", async ({ browser }) => {
  const [pam, ann] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'ann@demo.test')]
  const project = await addProject(pam)
  const { name } = project
  const own = await callApi<Row>(ann, `POST /api/projects/${project.id}/template/`, { name: 'Of Ann' })
  await callApi<Row>(pam, `POST /api/projects/${project.id}/template/`, { name })
  await pam.goto(`${atrium.originOf('demo')}/project_manager`)
  await pam.getByRole('button', { name: '+ Create Project' }).click()
  await create(pam).getByRole('button', { name: 'Manage templates' }).click()
  const ofPam = pam.getByRole('dialog', { name: 'Templates' })
  await expect(ofPam.getByRole('button', { name: `Delete ${name}` })).toBeVisible()
  await expect(ofPam.getByText(own.name)).toBeVisible()
  await expect(ofPam.getByRole('button', { name: `Delete ${own.name}` })).toBeHidden()

  await ann.goto(`${atrium.originOf('demo')}/tenant_admin/projects`)
  await ann.getByRole('button', { name: '+ Create Project' }).click()
  const dialog = create(ann)
  await dialog.getByLabel('Project Name').fill('Spring')
  await dialog.getByLabel('Template').selectOption(`${name} (1 task, 1 subtask)`)
  await dialog.getByLabel('Project Manager').click()
  await ann.getByRole('option', { name: /pam@demo\.test/ }).click()
  await dialog.getByLabel('Start Date').fill('1 Jun 2032')
  await expectAccessibleInBoth(ann)
  await dialog.getByRole('button', { name: 'Create Project' }).click()
  await expect(dialog).toBeHidden()
  await expectWork(ann, 'Spring')

  await ann.getByRole('button', { name: '+ Create Project' }).click()
  await dialog.getByRole('button', { name: 'Manage templates' }).click()
  const list = ann.getByRole('dialog', { name: 'Templates' })
  await expect(list.getByText(name)).toBeVisible()
  await ann.setViewportSize(phone)
  await expectFitAndAccessible(ann)
  for (const each of [name, own.name]) {
    await list.getByRole('button', { name: `Delete ${each}` }).click()
    await ann.getByRole('dialog', { name: 'Delete this template?' }).getByRole('button', { name: 'Confirm' }).click()
    await expect(ofPam.getByText(each)).toBeHidden()
  }
})
