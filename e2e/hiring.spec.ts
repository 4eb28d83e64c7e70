// HR hires applicants, an administrator invites them, and their data is removed.
import { type Browser, expect } from '@playwright/test'
import { addressOf, dialog, heading, moveByMenu, setUp, submit } from './applicants.ts'
import { addTask, attach, pdfOf } from './attachments.ts'
import { card, expectText } from './boards.ts'
import { idOf, section } from './people-pages.ts'
import { atrium, callApi, expectFitAndAccessible, expectToFitWidth, logInAs, test } from './visit.ts'

const phone = { width: 390, height: 844 }
const nextYear = new Date().getUTCFullYear() + 1

const address = (path: string) => `${atrium.originOf('demo')}/recruiting${path}`
const pageOf = (id: number | undefined) => address(`/applications/${id}`)

/** Gives an applicant a CV: a PDF that is stored already. */
async function giveCv(browser: Browser, id: number | undefined) {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const file = await attach(pam, await addTask(pam, 'Read the CV'), 'Johnson.pdf', pdfOf({ pages: ['I can count'] }))
  await atrium.sql(`
    update applications set cv_name = 'Johnson.pdf', cv_content_id = (select content_id from files where id = ${file.id}) where id = ${id}`)
}

test('HR hires, an administrator declines and then invites, and both see it', async ({ browser }) => {
  const name = 'Margaret Hamilton'
  const { hana, opening, ids } = await setUp(browser, atrium, 'Pilot', name)
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await hana.goto(address(`?opening=${opening}`))
  await moveByMenu(hana, name, 'Hired')
  await expect(dialog(hana).getByLabel('Job title')).toHaveValue('Pilot')
  await submit(hana, 'Hire')
  await expect(dialog(hana).getByText('Use the date format')).toBeVisible()
  await dialog(hana).getByLabel('First day').fill(`1 Mar ${nextYear}`)
  await expectFitAndAccessible(hana)
  await submit(hana, 'Hire')
  await expect(card(hana, name)).toContainText('Waits for the administrator')
  await card(hana, name).press('Space')
  await expectText(hana, 'This applicant waits for an administrator already.')

  const invite = ann.getByRole('button', { name: `Invite ${name}` })
  await expect(invite).toBeVisible()
  await expect(section(ann, 'To Invite 1')).toContainText(`from 01 Mar ${nextYear}`)
  await expectFitAndAccessible(ann)
  await ann.getByRole('button', { name: `Decline ${name}` }).click()
  await submit(ann, 'Decline')
  await expect(dialog(ann).getByText('Say why')).toBeVisible()
  await dialog(ann).getByLabel('Reason').fill('The budget is spent')
  await submit(ann, 'Decline')
  await expect(invite).toBeHidden()

  await hana.goto(pageOf(ids[0]))
  await expect(section(hana, 'Notes and History')).toContainText('The budget is spent')
  await hana.setViewportSize(phone)
  await hana.getByRole('button', { name: 'Hire', exact: true }).click()
  await dialog(hana).getByLabel('First day').fill(`1 Apr ${nextYear}`)
  await expectToFitWidth(hana)
  await submit(hana, 'Hire')
  await expect(section(hana, 'Hire')).toContainText('Waits for an administrator to send the invitation.')
  await expectFitAndAccessible(hana)

  await expect(invite).toBeVisible()
  await ann.setViewportSize(phone)
  await expectToFitWidth(ann)
  await invite.click()
  await submit(ann, 'Send Invitation')
  await expect(dialog(ann).getByLabel('Role')).toBeFocused()
  await dialog(ann).getByLabel('Role').selectOption('Developer')
  await dialog(ann).getByLabel('Project Manager').selectOption('Pam Porter')
  await expectFitAndAccessible(ann)
  await submit(ann, 'Send Invitation')
  await expectText(ann, `An invitation goes to ${addressOf(name)}.`)
  await expect(invite).toBeHidden()
  await atrium.waitForMail(addressOf(name), /invit/i)
  await expect(section(hana, 'Hired').getByRole('link', { name })).toBeVisible()
  await expect(hana.getByRole('button', { name: 'Hire', exact: true })).toBeHidden()
  await section(hana, 'Hired').getByRole('link', { name }).click()
  await expect(heading(hana, name)).toBeVisible()
  expect(await idOf(hana, name)).toBeDefined()
})

test('HR withdraws a hire, and removes an applicant’s data, of whom only the stages remain', async ({ browser }) => {
  const { hana, opening, ids } = await setUp(browser, atrium, 'Baker', 'Katherine Johnson')
  await hana.goto(pageOf(ids[0]))
  await hana.getByRole('button', { name: 'Move', exact: true }).click()
  await hana.getByRole('menuitem', { name: 'Screening' }).click()
  await expect(hana.getByTitle('Stage: Screening')).toBeVisible()
  await callApi(hana, `POST /api/applications/${ids[0]}/hire/`, {
    ...{ job_title: 'Baker', department: 'Operations', starts_on: `${nextYear}-03-01`, location: null },
  })
  await expect(section(hana, 'Hire')).toContainText('Waits for an administrator')
  await hana.getByRole('button', { name: 'Withdraw' }).click()
  await submit(hana, 'Confirm')
  await expect(hana.getByRole('button', { name: 'Hire', exact: true })).toBeVisible()
  await expect(section(hana, 'Notes and History')).toContainText('withdrew the invitation')

  await giveCv(browser, ids[0])
  await hana.reload()
  await hana.getByRole('button', { name: 'Johnson.pdf', exact: true }).click()
  // The browser reads programs for PDFs first.
  await expect(hana.getByRole('dialog').getByText('I can count')).toBeAttached({ timeout: 30_000 })
  await expect(hana.getByRole('dialog')).toBeVisible()
  await hana.keyboard.press('Escape')
  await expect(hana.getByRole('button', { name: 'Johnson.pdf', exact: true })).toBeFocused()
  const download = hana.waitForEvent('download')
  await hana.getByRole('link', { name: /^Download Johnson.pdf/ }).click()
  expect((await download).suggestedFilename()).toBe('Johnson.pdf')

  await hana.getByRole('button', { name: 'Send Mail' }).click()
  await dialog(hana).getByLabel('Template').selectOption('Offer')
  await expect(dialog(hana).getByLabel('Text')).toHaveValue(/Hello Katherine Johnson[\s\S]*Baker/)
  await submit(hana, 'Send Mail')
  await expectText(hana, 'Mail sent.')
  await expect(section(hana, 'Notes and History')).toContainText('sent a mail')
  await atrium.waitForMail(addressOf('Katherine Johnson'), /An offer/)

  await hana.getByRole('button', { name: 'Remove Data' }).click()
  await expect(dialog(hana)).toContainText('This can’t be undone.')
  await submit(hana, 'Confirm')
  await expect(heading(hana, 'Applicant whose data has been removed')).toBeVisible()
  await expect(section(hana, 'Notes and History')).toContainText('moved the application to Screening')
  await expect(hana.getByText('Katherine')).toBeHidden()
  await expect(hana.getByRole('button', { name: 'Send Mail' })).toBeHidden()
  await expectFitAndAccessible(hana)
  await hana.goto(address(`?opening=${opening}`))
  await expect(hana.getByText('Nobody has applied for this opening yet.')).toBeVisible()
})
