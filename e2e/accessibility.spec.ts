// Every page and its main dialogs, by role: screen reader, keyboard, light and dark colours, and narrow screens.
import { expect, type Locator, type Page } from '@playwright/test'
import { addOpening } from './applicants.ts'
import { requestLeave } from './leave-request.ts'
import { atrium, callApi, expectAccessibleInBoth, expectToFitWidth, logInAs, openPage, test } from './visit.ts'

/** Returns the levels of the visible headings, in the page's order. */
const visibleHeadingLevels = (page: Page) =>
  page.evaluate<number[]>(
    "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]))",
  )

/** Waits for the content, and proves the whole page: axe, headings, and 320 pixels of width. */
async function expectAccessiblePage(page: Page, content: Locator) {
  await expect(content).toBeVisible()
  await expectAccessibleInBoth(page)
  await expect
    .poll(async () => {
      const levels = await visibleHeadingLevels(page)
      const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
      return { titles: levels.filter((level) => level === 1).length, skipped }
    })
    .toEqual({ titles: 1, skipped: [] })
  await page.setViewportSize({ width: 320, height: 700 })
  await expectToFitWidth(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Opens a dialog from the keyboard, and proves that Escape returns the focus to its opener. */
async function expectAccessibleDialog(page: Page, opener: Locator) {
  await opener.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
  await expectAccessibleInBoth(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/** Proves the outline of this many stops of the Tab key. */
async function expectVisibleFocus(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const width = () =>
      page.evaluate<number>(`(({ outlineStyle, outlineWidth }) =>
        outlineStyle === 'none' ? 0 : parseFloat(outlineWidth))(getComputedStyle(document.activeElement))`)
    await expect.poll(width).toBeGreaterThanOrEqual(2)
  }
}

const goTo = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

test('a guest’s pages are accessible', async ({ browser }) => {
  const guest = await openPage(browser, `${atrium.originOf('demo')}/login`)
  await expectAccessiblePage(guest, button(guest, 'Log in'))
  await goTo(guest, '/set-password')
  await expectAccessiblePage(guest, guest.getByRole('heading', { level: 1 }))
  await goTo(guest, '/nowhere')
  await expectAccessiblePage(guest, guest.getByRole('heading', { name: 'Page Not Found' }))
  await guest.goto(`${atrium.mainOrigin}/signup`)
  await expectAccessiblePage(guest, button(guest, 'Next'))
  await goTo(guest, '/api-docs')
  await expectAccessiblePage(guest, guest.getByText('/api/token/', { exact: true }))
})

test('the pages of the developer are accessible', async ({ browser }) => {
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  await expectAccessiblePage(dev, dev.getByRole('heading', { name: 'Active Projects' }))
  await dev.reload()
  await expect(dev.getByRole('searchbox')).toBeVisible()
  await dev.keyboard.press('Tab')
  await expect(dev.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await dev.keyboard.press('Enter')
  await expect(dev.getByRole('main')).toBeFocused()
  await expectVisibleFocus(dev, 8)
  await expectAccessibleDialog(dev, button(dev, 'Update Status'))
  await button(dev, 'Preferences').click()
  await dev.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(dev.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBoth(dev, '[role="dialog"]')
  await dev.keyboard.press('Escape')
  await expect(dev.getByRole('dialog')).toBeHidden()
  await dev.setViewportSize({ width: 390, height: 800 })
  await expectAccessibleDialog(dev, button(dev, 'Open navigation'))
  await dev.setViewportSize({ width: 1280, height: 800 })
  await dev.getByRole('main').getByRole('link').first().click()
  await expectAccessiblePage(dev, dev.getByLabel('Add a comment'))
  await goTo(dev, '/profile')
  await expectAccessiblePage(dev, dev.getByLabel('Full name'))
  await goTo(dev, '/people')
  await expectAccessiblePage(dev, dev.getByRole('link', { name: 'Pam Porter' }).first())
  await goTo(dev, '/people/organisation')
  await expectAccessiblePage(dev, dev.getByRole('button', { name: /below Pam Porter$/ }))
  await dev.getByRole('link', { name: 'Dev Dalton' }).first().click()
  await expectAccessiblePage(dev, button(dev, 'Edit Private Data'))
  await expectAccessibleDialog(dev, button(dev, 'Edit Private Data'))
  const { leaveId } = await requestLeave(browser, atrium)
  await goTo(dev, '/leave')
  await expectAccessiblePage(dev, dev.getByRole('heading', { name: 'To come' }))
  await button(dev, 'History').click()
  await expectAccessiblePage(dev, dev.getByRole('heading', { name: 'History' }))
  await expectAccessibleDialog(dev, button(dev, 'Request Leave'))
  await goTo(dev, '/leave/calendar')
  await expectAccessiblePage(dev, dev.getByRole('table'))
  await expectAccessibleDialog(dev, button(dev, 'Subscribe'))
  await goTo(dev, `/leave/${leaveId}`)
  await expectAccessiblePage(dev, button(dev, 'Cancel Request'))
  await goTo(dev, '/hr')
  await expectAccessiblePage(dev, dev.getByText('Not for your role'))
})

test('HR’s pages of employees and leave are accessible', async ({ browser }) => {
  const { personId } = await requestLeave(browser, atrium)
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await expectAccessiblePage(hana, hana.getByText('Pending Leave'))
  await expectVisibleFocus(hana, 6)
  await goTo(hana, `/people/${personId}`)
  await expectAccessiblePage(hana, button(hana, 'Upload Documents'))
  const dialogs = ['Edit Job', 'Change Schedule', 'Correct Balance', 'Start Checklist']
  for (const name of dialogs) await expectAccessibleDialog(hana, button(hana, name))
  await button(hana, 'Show Ledger').click()
  await expectAccessiblePage(hana, hana.getByRole('table', { name: 'Ledger' }))
  await goTo(hana, '/leave/requests?show=all')
  await expectAccessiblePage(hana, hana.getByRole('row', { name: /Dev Dalton/ }).first())
  await expectAccessibleDialog(hana, button(hana, 'Enter Leave'))
  await goTo(hana, '/people/locations')
  await expectAccessiblePage(hana, button(hana, '+ Add Location'))
  await expectAccessibleDialog(hana, button(hana, '+ Add Location'))
  await goTo(hana, '/people/checklists')
  await expectAccessiblePage(hana, hana.getByRole('heading', { name: 'Joiners' }))
  await expectAccessibleDialog(hana, button(hana, '+ Add Template'))
  await goTo(hana, '/leave/balances')
  await expectAccessiblePage(hana, hana.getByRole('table', { name: /^Balances of/ }))
  await goTo(hana, '/leave/types')
  await expectAccessiblePage(hana, hana.getByRole('heading', { name: 'How days are counted' }))
  for (const name of ['+ Add Type', 'Edit Holiday', 'Rules of Holiday']) await expectAccessibleDialog(hana, button(hana, name))
})

test('HR’s pages of openings and of the settings of recruiting are accessible', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const { id } = await addOpening(hana, 'Cook')
  await callApi(hana, `PATCH /api/openings/${id}/`, { questions: [{ text: 'Why here?', is_required: true, is_long: false }] })
  await goTo(hana, '/recruiting/openings')
  await expectAccessiblePage(hana, hana.getByRole('table', { name: 'Openings' }))
  await expectAccessibleDialog(hana, button(hana, '+ New Opening'))
  await goTo(hana, `/recruiting/openings/${id}`)
  await expectAccessiblePage(hana, hana.getByRole('textbox', { name: 'Question 1' }))
  await goTo(hana, '/recruiting/settings')
  await expectAccessiblePage(hana, hana.getByRole('textbox', { name: 'Name of stage 1' }))
  await expectAccessibleDialog(hana, button(hana, '+ Add Template'))
})

test('the pages of the tenant admin and of the platform’s owner are accessible', async ({ browser }) => {
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await expectAccessiblePage(ann, ann.getByRole('row', { name: /Pam Porter/ }))
  await expectAccessibleDialog(ann, button(ann, /Add Employee/))
  await expectAccessibleDialog(ann, button(ann, /Create Project/))
  await goTo(ann, '/billing')
  await expectAccessiblePage(ann, button(ann, /Pay/))
  for (const tool of ['employees', 'projects', 'reassign', 'labels', 'history']) {
    await goTo(ann, `/tenant_admin/${tool}`)
    await expectAccessiblePage(ann, ann.getByRole('heading', { level: 1 }))
  }
  await goTo(ann, '/tenant_admin')
  await ann
    .getByRole('link', { name: /Website relaunch/ })
    .first()
    .click()
  await expectAccessiblePage(ann, ann.getByText('Home page').first())

  const owner = await logInAs(browser, atrium, 'super@atrium.test')
  await expectAccessiblePage(owner, owner.getByText('Demo Company').first())
  await expectAccessibleDialog(owner, button(owner, /Payment History/))
})

test('the pages of the project manager are accessible', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await expectAccessiblePage(pam, pam.getByRole('link', { name: /Website relaunch/ }).first())
  await expectAccessibleDialog(pam, button(pam, /Create Project/))
  await pam
    .getByRole('link', { name: /Website relaunch/ })
    .first()
    .click()
  await expectAccessiblePage(pam, pam.getByRole('link', { name: 'Home page' }))
  await expectAccessibleDialog(pam, button(pam, /New Task/))
  await expectAccessibleDialog(pam, button(pam, /Edit Project/))
  await pam.getByText('Subtask View').click()
  await expectAccessiblePage(pam, pam.getByRole('group', { name: /Write the redirects/ }).first())
  await pam.getByText('Charts', { exact: true }).click()
  await expectAccessiblePage(pam, pam.getByRole('heading', { name: 'Burn-up' }))
  await goTo(pam, `${new URL(pam.url()).pathname}/import`)
  await expectAccessiblePage(pam, button(pam, /Choose/))
  await goTo(pam, '/project_manager/workload')
  await expectAccessiblePage(pam, pam.getByRole('table', { name: 'Workload' }))
  await pam.getByRole('table').getByRole('button').first().click()
  await expectAccessiblePage(pam, button(pam, 'Hide this work'))
  const { leaveId } = await requestLeave(browser, atrium)
  await goTo(pam, `/leave/${leaveId}`)
  await expectAccessiblePage(pam, button(pam, 'Approve'))
  await expectAccessibleDialog(pam, button(pam, 'Approve'))
  await goTo(pam, '/leave/requests')
  await expectAccessiblePage(pam, button(pam, /^Approve the leave of Dev Dalton/))
  await expectAccessibleDialog(pam, button(pam, /^Decline the leave of Dev Dalton/))
  await goTo(pam, '/project_manager/projects/999999')
  await expectAccessiblePage(pam, pam.getByRole('heading', { name: 'Project Not Found' }))
})
