// Search: the palette and its commands, the page with filters, and where results lead.
import { expect, type Page } from '@playwright/test'
import { fileOf } from './attaching.ts'
import { atrium, callApi, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

type Row = { id: number; name: string; title: string }

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search or jump to' })
const option = (page: Page, words: RegExp | string) => palette(page).getByRole('option', { name: words })

const button = (page: Page) => page.getByRole('button', { name: /^Search/ }).first()

async function search(page: Page, words: string) {
  await expect(button(page)).toBeVisible()
  await page.keyboard.press('Control+k')
  // Results that arrive while the mouse is down move an option away from it.
  const answered = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('q') === words)
  await box(page).fill(words)
  await answered
}
/** Opens the first result. */
async function openFirst(page: Page, name: RegExp) {
  await expect(option(page, name)).toHaveAttribute('aria-selected', 'true')
  await box(page).press('Enter')
}

test('the palette leads to a subtask, a comment and a message, runs a command, and forgives a typing error', async ({
  browser,
}) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.getByRole('link', { name: 'Website relaunch' }).click()
  await expect(pam.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()
  const project = Number(new URL(pam.url()).pathname.split('/').at(-1))
  const { results: tasks } = await callApi<{ results: Row[] }>(pam, `GET /api/tasks/?project=${project}`)
  const home = tasks.find(({ title }) => title === 'Home page')
  for (let n = 0; n < 12; n++)
    await callApi(pam, 'POST /api/comments/', {
      content_type: 'task',
      object_id: home?.id,
      text: `A long talk, part ${n}.\n\n\nMore.`,
    })
  await callApi(pam, 'POST /api/comments/', { content_type: 'task', object_id: home?.id, text: 'A zeppelin over the harbour.' })

  await pam.getByRole('link', { name: 'Dashboard' }).click()
  // At once, while the page is still being left.
  await pam.keyboard.press('/')
  await expect(box(pam)).toBeFocused()
  await expect(option(pam, /^Website relaunch/)).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(pam)
  await box(pam).press('Enter')
  await expect(pam.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()

  await search(pam, 'hero sect')
  await expect(option(pam, /Build the hero section.*Subtask/)).toBeVisible()
  await expectAccessible(pam)
  await openFirst(pam, /Build the hero section.*Subtask/)
  await expect(pam).toHaveURL(/\/project_manager\/tasks\/\d+#subtask-\d+$/)
  await expect(pam.getByRole('heading', { level: 1, name: 'Home page' })).toBeVisible()
  await expect(pam.getByRole('listitem').filter({ hasText: 'Build the hero section' })).toBeInViewport()

  await search(pam, 'zepelin')
  await openFirst(pam, /zeppelin over the harbour.*Comment/)
  await expect(pam).toHaveURL(/#comment-\d+$/)
  const comment = pam.getByRole('listitem').filter({ hasText: 'A zeppelin over the harbour.' })
  await expect(comment).toBeInViewport()
  await expect(comment).toHaveAttribute('data-is-highlighted', 'true')

  await search(pam, 'own roof')
  await option(pam, /from our own roof.*Message/).click()
  await expect(pam).toHaveURL(/\/chat\/\d+\?message=\d+$/)
  await expect(pam.getByText('The big one is from our own roof.')).toBeInViewport()

  await search(pam, 'Dev Dal')
  await option(pam, /^Dev Dalton.*Person/).click()
  await expect(pam).toHaveURL(/\/chat\/\d+$/)
  await expect(pam.getByRole('textbox', { name: 'Message to Dev Dalton' })).toBeVisible()

  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${project}`)
  await expect(pam.getByText('3 tasks', { exact: true })).toBeVisible()
  await search(pam, 'new task')
  await option(pam, /^New task/).click()
  const form = pam.getByRole('dialog', { name: 'Create New Task' })
  await expect(form.getByLabel('Title')).toBeFocused()
  await form.getByLabel('Title').press('Escape')
  await expect(form).toBeHidden()

  await search(pam, 'quetzalcoatlus')
  await expect(palette(pam).getByText('Nothing is called that, or says that.')).toBeVisible()
  await box(pam).press('Escape')
  await expect(palette(pam)).toBeHidden()
})

test('people find only what they can open', async ({ browser }) => {
  const [pam, dev, hana] = await Promise.all([
    logInAs(browser, atrium, 'pam@demo.test'),
    logInAs(browser, atrium, 'dev@demo.test'),
    logInAs(browser, atrium, 'hana@demo.test'),
  ])
  const secret = await callApi<Row>(pam, 'POST /api/projects/', { name: 'Nightjar', description: 'Nobody knows of it yet.' })
  await callApi(pam, 'POST /api/tasks/', { project: secret.id, title: 'Nightjar wings', description: 'Feathers for the wings.' })
  await search(pam, 'nightjar')
  await expect(palette(pam).getByRole('option', { name: /Nightjar/ })).toHaveCount(2)
  for (const other of [dev, hana]) {
    await search(other, 'nightjar')
    await expect(palette(other).getByText('Nothing is called that, or says that.')).toBeVisible()
    await box(other).fill('pam porter')
    await expect(option(other, /^Pam Porter.*Person/)).toBeVisible()
  }
})

test('a file that was sent in a chat is found by its name, and leads to its message', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.goto(`${atrium.originOf('demo')}/chat`)
  await pam
    .getByRole('link', { name: /Website relaunch/ })
    .last()
    .click()
  const composer = pam.getByRole('textbox', { name: /^Message to/ })
  const choosing = pam.waitForEvent('filechooser')
  await pam.getByRole('button', { name: 'Add files' }).click()
  await (await choosing).setFiles([fileOf('heliotrope plan.txt')])
  await expect(pam.getByRole('link', { name: 'heliotrope plan.txt' })).toBeVisible()
  await composer.fill('Here is the plan.')
  await composer.press('Enter')
  const files = pam.getByRole('list', { name: 'Files of this message' })
  await expect(files).toContainText('heliotrope plan.txt')

  await pam.goto(`${atrium.originOf('demo')}/project_manager`)
  await search(pam, 'heliotrop')
  await openFirst(pam, /heliotrope plan\.txt.*Website relaunch.*File/)
  await expect(pam).toHaveURL(/\/chat\/\d+\?message=\d+$/)
  await expect(files).toBeInViewport()
})

test('the search page filters by type, project and date, and keeps all of it in the address', { tag: '@quick' }, async ({
  browser,
}) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.setViewportSize({ width: 1440, height: 900 })
  await search(pam, 'the')
  await expect(option(pam, /^Write the questions/)).toBeVisible()
  await option(pam, /with filters$/).click()
  await expect(pam).toHaveURL(/\/search\?q=the$/)
  const results = pam.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results.filter({ hasText: 'Draft the headline' })).toBeVisible()
  await pam.getByText(/^Subtasks \d+$/).click()
  await expect(results.filter({ hasText: 'Draft the headline' })).toBeVisible()
  await expect(results.filter({ hasText: 'Welcome to the relaunch!' })).toHaveCount(0)
  await pam.getByLabel('Project', { exact: true }).selectOption('Customer portal')
  await expect(results.filter({ hasText: 'Draft the headline' })).toHaveCount(0)
  await expect(results.filter({ hasText: 'Write the questions' })).toBeVisible()
  await expect(pam).toHaveURL(/q=the&types=subtasks&project=\d+/)
  await pam.reload()
  await expect(results.filter({ hasText: 'Write the questions' })).toBeVisible()
  await pam.getByRole('textbox', { name: 'To' }).fill('1 Jan 2020')
  await expect(pam.getByText('Nothing is called that, or says that.')).toBeVisible()
  await pam.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(results.filter({ hasText: 'Welcome to the relaunch!' })).toBeVisible()
  await expectAccessible(pam)
  await results.filter({ hasText: 'Welcome to the relaunch!' }).getByRole('link').click()
  await expect(pam.getByText('Welcome to the relaunch!')).toBeInViewport()

  // A phone has a button for it.
  await pam.goto(`${atrium.originOf('demo')}/project_manager`)
  await pam.setViewportSize({ width: 390, height: 844 })
  await pam.getByRole('button', { name: 'Search' }).click()
  await box(pam).fill('headline')
  await expect(option(pam, /Draft the headline/)).toBeVisible()
  await expectToFitWidth(pam)
  await expectAccessible(pam)
})
