// The viewer of a task's images and PDFs, and the space that files take.
import { expect, type Page, type Route } from '@playwright/test'
import { pngOf } from '../server/src/pictures/testing.ts'
import { addTask, attach, pdfOf } from './attachments.ts'
import { atrium, callApi, expectAccessible, expectToFitWidth, intercept, logInAs, test } from './visit.ts'

const openTask = (page: Page, task: { id: number }) => page.goto(`${atrium.originOf('demo')}/project_manager/tasks/${task.id}`)
const opener = (page: Page, name: string) =>
  page.getByRole('region', { name: /^Files/ }).getByRole('button', { name, exact: true })
const viewerOf = (page: Page, name: string) => page.getByRole('dialog', { name })

/** What the browser refused because of the Content-Security-Policy, and what scripts threw. */
function complaintsOf(page: Page) {
  const complaints: string[] = []
  page.on('console', (message) => /Content.Security.Policy/i.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** How many different colours the first page that is drawn has. */
const coloursOf = (page: Page) =>
  page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas')
    if (!canvas?.width) return 0
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return new Set(new Uint32Array(data.buffer)).size
  })()`)

for (const [screen, width] of [
  ['a wide screen', 1440],
  ['a phone', 390],
] as const)
  test(`images and PDFs open over the page, one after the other, on ${screen}`, async ({ browser }) => {
    const page = await logInAs(browser, atrium, 'pam@demo.test')
    await page.setViewportSize({ width, height: 900 })
    const complaints = complaintsOf(page)
    const task = await addTask(page, `Views ${width}`)
    await attach(page, task, 'harbour.png', pngOf({ width: 1800, height: 1200 }))
    await attach(page, task, 'crane.png', pngOf({ width: 200, height: 100 }))
    const contract = pdfOf({ pages: ['First page', 'Second page'], link: 'https://example.com/terms' })
    await attach(page, task, 'contract.pdf', contract)
    await openTask(page, task)

    await opener(page, 'harbour.png').focus()
    await page.keyboard.press('Enter')
    const harbour = viewerOf(page, 'harbour.png')
    const image = harbour.getByRole('img', { name: 'harbour.png' })
    await expect(image).toBeVisible()
    await expect(harbour.getByText('1 of 3', { exact: true })).toBeVisible()
    await expectToFitWidth(page)
    await expectAccessible(page)
    const widthOf = async () => (await image.boundingBox())?.width
    const fitted = await widthOf()
    expect(fitted).toBeLessThanOrEqual(width)
    await harbour.getByRole('button', { name: 'Enlarge' }).click()
    await expect.poll(widthOf).toBe(1800)
    await image.click()
    await expect.poll(widthOf).toBe(fitted)

    await page.keyboard.press('ArrowRight')
    const crane = viewerOf(page, 'crane.png')
    await expect(crane.getByRole('img', { name: 'crane.png' })).toBeVisible()
    await expect(crane.getByRole('button', { name: 'Enlarge' })).toHaveCount(0)
    const script = page.waitForResponse(/\/assets\/pdf\.worker/)
    const font = page.waitForResponse(/\/assets\/pdf-[\d.]+\/standard_fonts\/\w/)
    await crane.getByRole('button', { name: 'Next file' }).click()
    const policy = (await (await script).allHeaders())['content-security-policy']
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain("'unsafe-eval'")
    expect((await font).ok()).toBe(true)

    const pdf = viewerOf(page, 'contract.pdf')
    await expect(pdf.getByText('First page')).toBeAttached()
    await expect.poll(() => coloursOf(page)).toBeGreaterThan(2)
    await expect(pdf.getByRole('link', { name: 'https://example.com/terms' })).toHaveAttribute('rel', /noopener/)
    await expect(pdf.getByText('3 of 3', { exact: true })).toBeVisible()
    await expectToFitWidth(page)
    await expectAccessible(page)
    await pdf.getByRole('region', { name: 'Page 2 of 2' }).scrollIntoViewIfNeeded()
    await expect(pdf.getByText('Second page')).toBeAttached()
    const download = page.waitForEvent('download')
    await pdf.getByRole('link', { name: 'Download contract.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('contract.pdf')

    await page.keyboard.press('ArrowRight')
    await expect(harbour).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(pdf).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener(page, 'harbour.png')).toBeFocused()
    expect(complaints).toEqual([])
  })

test('a file that cannot be shown says why, and can be downloaded', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const task = await addTask(page, 'Failures')
  await attach(page, task, 'broken.pdf', Buffer.from('%PDF-1.7\nnothing else\n'))
  await attach(page, task, 'empty.pdf', pdfOf({ pages: [] }))
  await attach(page, task, 'locked.pdf', pdfOf({ pages: ['Secret'], isLocked: true }))
  await attach(page, task, 'lost.png', pngOf({ width: 300, height: 300 }))
  await attach(page, task, 'late.pdf', pdfOf({ pages: ['Here it is'] }))
  await openTask(page, task)
  let isAway = true
  const answer = (route: Route) => (isAway ? route.abort() : route.continue())
  await intercept(page, '**/preview/?size=large', answer)

  await opener(page, 'broken.pdf').click()
  const broken = viewerOf(page, 'broken.pdf').getByRole('alert')
  await expect(broken).toContainText('This PDF is damaged and cannot be shown.')
  await expect(broken.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'broken.pdf')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(viewerOf(page, 'empty.pdf').getByRole('alert')).toContainText('This PDF is damaged and cannot be shown.')
  await page.keyboard.press('ArrowRight')
  await expect(viewerOf(page, 'locked.pdf').getByRole('alert')).toContainText('This PDF is protected by a password.')

  await page.keyboard.press('ArrowRight')
  const lost = viewerOf(page, 'lost.png')
  await expect(lost.getByRole('alert')).toContainText('This image could not be loaded.')
  isAway = false
  await lost.getByRole('button', { name: 'Try again' }).click()
  await expect(lost.getByRole('img', { name: 'lost.png' })).toBeVisible()
  await expect(lost.getByRole('alert')).toHaveCount(0)

  isAway = true
  await intercept(page, '**/content/', answer)
  await page.keyboard.press('ArrowRight')
  const late = viewerOf(page, 'late.pdf')
  await expect(late.getByRole('alert')).toContainText('This PDF could not be loaded.')
  isAway = false
  await late.getByRole('button', { name: 'Try again' }).click()
  await expect(late.getByText('Here it is')).toBeAttached()
})

test('a PDF of 500 pages draws only those that are near', async ({ browser }) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const task = await addTask(page, 'A long one')
  await attach(page, task, 'book.pdf', pdfOf({ pages: Array.from({ length: 500 }, (_, index) => `Page number ${index + 1}`) }))
  await openTask(page, task)
  await opener(page, 'book.pdf').click()
  await expect(page.getByText('Page number 1', { exact: true })).toBeAttached()
  for (const number of [100, 300, 500]) {
    await page.getByRole('region', { name: `Page ${number} of 500` }).scrollIntoViewIfNeeded()
    await expect(page.getByText(`Page number ${number}`, { exact: true })).toBeAttached()
    await expect.poll(() => page.locator('canvas').count()).toBeLessThan(8)
  }
  const middle = page.getByRole('region', { name: 'Page 300 of 500' })
  await middle.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Enlarge' }).click()
  await expect.poll(async () => (await middle.boundingBox())?.width).toBeGreaterThan(1000)
  await expect(middle).toBeInViewport()
})

test('when a colleague deletes the file that is open, a neighbour is shown, and the viewer closes after the last one', async ({
  browser,
}) => {
  const page = await logInAs(browser, atrium, 'pam@demo.test')
  const task = await addTask(page, 'Deletions')
  const files = []
  for (const name of ['one.png', 'two.png'])
    files.push(await attach(page, task, name, pngOf({ width: 40 + files.length, height: 40 })))
  await openTask(page, task)
  const colleague = await logInAs(browser, atrium, 'pam@demo.test')
  await opener(page, 'two.png').click()
  await expect(viewerOf(page, 'two.png')).toBeVisible()
  await callApi(colleague, `DELETE /api/files/${files[1]?.id}/`)
  await expect(viewerOf(page, 'one.png').getByRole('img', { name: 'one.png' })).toBeVisible()
  await callApi(colleague, `DELETE /api/files/${files[0]?.id}/`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('administrators see how much space files take, and when it is nearly full', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  await attach(pam, await addTask(pam, 'Space'), 'plan.pdf', pdfOf({ pages: ['A plan'] }))
  const ann = await logInAs(browser, atrium, 'ann@demo.test')
  await ann.goto(`${atrium.originOf('demo')}/billing`)
  const meter = ann.getByRole('meter', { name: 'Space taken by files' })
  await expect(meter).toHaveAttribute('aria-valuetext', / of 5 GB$/)
  await expectAccessible(ann)
  const fill = (megabytes: number) =>
    atrium.sql(`with made as (
        insert into file_contents (tenant_id, sha256, size, type, object)
        select id, sha256(random()::text::bytea), ${megabytes} * 1024 * 1024, 'text/plain', gen_random_uuid()
        from tenants where subdomain = 'demo' returning tenant_id, id)
      insert into files (tenant_id, content_id, task_id, name, person_id)
      select tenant_id, m.id, min(t.id), 'archive.txt', min(p.id)
      from made m join tasks t using (tenant_id) join people p using (tenant_id) group by tenant_id, m.id`)
  for (const megabytes of [1900, 1900, 900]) await fill(megabytes)
  await ann.reload()
  await expect(
    ann.getByText('The space is nearly full. Once it is, nobody can attach a file until others are deleted.'),
  ).toBeVisible()
  await expect(ann.getByText('4.6 GB of 5 GB', { exact: true })).toBeVisible()
  await fill(500)
  await ann.reload()
  await expect(ann.getByText('The space is full: nobody can attach a file until others are deleted.')).toBeVisible()
  await expect(meter).toHaveAttribute('aria-valuenow', '100')
})
