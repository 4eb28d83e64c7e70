// How projects stand: the manager's dashboard, status updates, and the projects in the sidebar.
import { expect } from '@playwright/test'
import { atrium, callApi, expectAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

const phone = { width: 390, height: 844 }

test('a manager sees what needs them today, and how each project stands', async ({ browser }) => {
  await atrium.sql(`
    update subtasks set due_date = (now() at time zone 'UTC')::date - 2 where title = 'List the articles by readers';
    update subtasks set estimated_hours = 90, due_date = (now() at time zone 'UTC')::date where title = 'Write the questions';
    insert into people (tenant_id, email, full_name, role, accepted_at, manager_id)
      select tenant_id, 'idle@demo.test', 'Ida Idle', 'developer', now(), id from people where email = 'pam@demo.test'`)
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const needs = pam.getByRole('region', { name: 'Needs You Today' })
  await expect(needs.getByRole('listitem').filter({ hasText: 'List the articles by readers' })).toContainText(
    /Overdue by [23] days/,
  )
  await needs.getByRole('button', { name: 'Over their hours' }).click()
  await expect(needs.getByRole('list', { name: 'Over their hours' })).toContainText(/9\d h of work this week/)
  await needs.getByRole('button', { name: 'Without work' }).click()
  await expect(needs.getByRole('listitem')).toHaveText(/Ida Idle.*No open subtask/)
  const developers = pam.getByRole('region', { name: 'Your Developers' })
  await expect(developers.getByRole('listitem').filter({ hasText: 'Ida Idle' })).toContainText('0 open subtasks')

  const cards = pam.getByRole('region', { name: 'Projects Overview' })
  const late = cards.getByRole('article').filter({ hasText: '1 overdue' })
  await expect(late).toContainText('Late')
  await expect(late).toContainText(/Active .*(now|ago)/)
  await expectAccessible(pam)

  // A row leads to the subtask itself.
  await needs.getByRole('button', { name: 'Overdue' }).click()
  await needs.getByRole('link', { name: 'List the articles by readers' }).click()
  await expect(pam).toHaveURL(/tasks\/\d+#subtask-\d+$/)

  await pam.setViewportSize(phone)
  await pam.goto(`${atrium.originOf('demo')}/project_manager`)
  await expect(needs.getByRole('link', { name: 'List the articles by readers' })).toBeVisible()
  await expectToFitWidth(pam)
  await expectAccessible(pam)
})

test('a manager posts a status update, which members and administrators are told of and read', async ({ browser }) => {
  const [pam, ann] = [await logInAs(browser, atrium, 'pam@demo.test'), await logInAs(browser, atrium, 'ann@demo.test')]
  const { results } = await callApi<{ results: { id: number; name: string }[] }>(pam, 'GET /api/projects/')
  const id = results.find(({ name }) => name === 'Website relaunch')?.id
  await pam.goto(`${atrium.originOf('demo')}/project_manager/projects/${id}`)
  await pam.getByRole('button', { name: '+ Post Update' }).click()
  const dialog = pam.getByRole('dialog', { name: 'Post a status update' })
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('State').selectOption('At risk')
  await dialog.getByLabel('What should people know?').fill('Legal answers on Tuesday.')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog).toBeHidden()
  const updates = pam.getByRole('region', { name: 'Status Updates' })
  await expect(updates.getByRole('listitem')).toHaveText(/At risk.*Pam Porter.*now.*Legal answers on Tuesday\./)

  await ann.getByRole('button', { name: /Notifications/ }).click()
  await ann.getByText('Pam Porter posted an update').click()
  const shown = ann.getByRole('region', { name: 'Status Updates' })
  await expect(shown).toContainText('Legal answers on Tuesday.')
  await shown.getByRole('button', { name: 'Delete this update' }).click()
  await ann.getByRole('button', { name: 'Confirm' }).click()
  await expect(shown).toContainText('Nobody has posted an update yet.')
  await expect(updates).toContainText('Nobody has posted an update yet.')

  // On a phone the details are a dialog themselves. Escape closes only the one over them.
  await pam.setViewportSize(phone)
  await pam.getByRole('button', { name: 'Details' }).click()
  await pam.getByRole('button', { name: '+ Post Update' }).click()
  const text = dialog.getByLabel('What should people know?')
  await text.fill('Half a sentence')
  await text.press('Escape')
  const question = pam.getByRole('dialog', { name: 'Discard changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveValue('Half a sentence')
  await text.press('Escape')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(pam.getByRole('button', { name: '+ Post Update' })).toBeFocused()
  await pam.keyboard.press('Escape')
  await expect(pam.getByRole('dialog')).toHaveCount(0)
})

test('the sidebar leads to every project, with those that are pinned first', async ({ browser }) => {
  await atrium.sql(`update subtasks set due_date = (now() at time zone 'UTC')::date - 2 where title = 'Write the redirects'`)
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const sidebar = pam.getByRole('navigation', { name: 'Project Manager' })
  const projects = sidebar.getByRole('button', { name: 'Projects' })
  // The dashboard lists them itself.
  await expect(projects).toHaveAttribute('aria-expanded', 'false')
  await projects.click()
  const names = sidebar.getByRole('list').nth(1).getByRole('link')
  await expect(names).toHaveText([/Customer portal/, /Website relaunch/])
  await expect(names.nth(1)).toContainText('1 overdue')
  await names.nth(1).click()
  await expect(pam.getByRole('heading', { level: 1, name: 'Website relaunch' })).toBeVisible()
  await pam.setViewportSize({ width: 1440, height: 900 })
  await expect(pam.getByRole('banner').getByTitle(/^1 overdue/)).toHaveText('Late')
  await pam.getByRole('button', { name: 'Pin to the sidebar' }).click()
  await expect(names).toHaveText([/Website relaunch/, /Customer portal/])
  await pam.reload()
  await expect(names).toHaveText([/Website relaunch/, /Customer portal/])
  await expect(projects).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(pam)

  await pam.setViewportSize(phone)
  await expect(names).toHaveCount(0)
  await pam.getByRole('button', { name: 'Open navigation' }).click()
  await names.nth(1).click()
  await expect(pam.getByRole('heading', { level: 1, name: 'Customer portal' })).toBeVisible()
  await expect(pam.getByRole('button', { name: 'Close navigation' })).toBeHidden()
})

test('charts show how a project comes along, each with its figures', async ({ browser }) => {
  await atrium.sql(`update subtasks set status = 'done', done_at = now() where title = 'Draft the headline'`)
  for (const [who, home] of [
    ['pam@demo.test', 'project_manager'],
    ['ann@demo.test', 'tenant_admin'],
    ['dev@demo.test', 'developer'],
  ] as const) {
    const page = await logInAs(browser, atrium, who)
    const { results } = await callApi<{ results: { id: number; name: string }[] }>(page, 'GET /api/projects/')
    const id = results.find(({ name }) => name === 'Website relaunch')?.id
    await page.goto(`${atrium.originOf('demo')}/${home}/projects/${id}`)
    await page.getByText('Charts', { exact: true }).click()
    const throughput = page.getByRole('region', { name: 'Finished per week' })
    await throughput.getByText('Figures').click()
    await expect(throughput.getByRole('row').last()).toHaveText(/1$/)
    const load = page.getByRole('region', { name: 'Hours per person' })
    await load.getByText('Figures').click()
    await expect(load.getByRole('row').filter({ hasText: 'Dana Reyes' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expect(page.getByRole('region', { name: 'Burn-up' })).toBeVisible()
    await expectToFitWidth(page)
  }
})
