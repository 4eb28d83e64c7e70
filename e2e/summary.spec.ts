// The weekly summary: a mail with links into the work, and the three ways to stop it.
import { expect } from '@playwright/test'
import { linkIn } from './atrium.ts'
import { answering, atrium, expectAccessible, expectToFitWidth, logInAs, openPage, test } from './visit.ts'

/** Has this week's mail sent now, whatever day it is. */
async function receiveSummary(email: string, after = 0) {
  await atrium.sql(`insert into pgboss.job (name, data)
    select 'mail', jsonb_build_object('template', 'weekly_summary', 'tenant_id', p.tenant_id, 'person_id', p.id,
      'week', date_trunc('week', now() at time zone t.timezone)::date::text)
    from people p join tenants t on t.id = p.tenant_id where p.email = '${email}'`)
  return atrium.waitForMail(email, /finished last week/, after)
}

test('a manager opens overdue work from the mail, and turns the mail off and on in the profile', async ({ browser }) => {
  await atrium.sql(`update tasks t set due_date = '2020-01-01' from projects p, people m
    where p.tenant_id = t.tenant_id and p.id = t.project_id and m.tenant_id = p.tenant_id and m.id = p.assigned_pm
      and m.email = 'pam@demo.test' and t.status <> 'done'`)
  const mail = await receiveSummary('pam@demo.test')
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await pam.goto(linkIn(mail, '/project_manager/tasks/'))
  await expect(pam.getByRole('heading', { name: 'Comments' })).toBeVisible()

  await pam.setViewportSize({ width: 390, height: 844 })
  await pam.goto(`${atrium.originOf('demo')}/profile`)
  const summary = pam.getByRole('switch', { name: 'Send me a summary on Mondays' })
  await expect(summary).toBeChecked()
  await summary.press('Space')
  await expect(summary).not.toBeChecked()
  await expectAccessible(pam)
  await expectToFitWidth(pam)
  await pam.reload()
  await expect(summary).not.toBeChecked()

  await answering(
    pam,
    '**/api/weekly-summary/',
    (route, request) => (request.method() === 'PUT' ? route.abort() : route.fallback()),
    async () => {
      await summary.click({ force: true })
      await expect(pam.getByText('Server unreachable. Please try again later.')).toBeVisible()
      await expect(summary).not.toBeChecked()
    },
  )
  await summary.click({ force: true })
  await expect(summary).toBeChecked()
})

test('an administrator unsubscribes from the mail without logging in, and developers have nothing to turn off', async ({
  browser,
}) => {
  const mail = await receiveSummary('ann@demo.test')
  const link = linkIn(mail, '/unsubscribe/')
  const guest = await openPage(browser, `${link}x`)
  await guest.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(guest.getByText('This link is not complete. Copy all of it from the mail.')).toBeVisible()
  await expectAccessible(guest)
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(guest.getByText('You will not get the weekly summary any more.')).toBeVisible()
  await expectAccessible(guest)

  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.getByRole('link', { name: 'Profile' }).click()
  await expect(ann.getByRole('switch', { name: 'Send me a summary on Mondays' })).not.toBeChecked()
  const dev = await logInAs(browser, atrium, 'hana@demo.test')
  await dev.getByRole('link', { name: 'Profile' }).click()
  await expect(dev.getByRole('heading', { name: 'About you' })).toBeVisible()
  await expect(dev.getByRole('heading', { name: 'Weekly summary' })).toBeHidden()
})
