// HR sees who is away, what waits, who comes and goes, and the figures of the workspace, live.
import { expect, type Page } from '@playwright/test'
import { atrium, callApi, expectAccessibleInBoth, expectToFitWidth, logInAs, screens, test } from './visit.ts'

const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
/** A day so many days from today, or the Monday after it. */
function workdayFrom(days: number) {
  const weekday = new Date(dayFrom(days)).getUTCDay()
  return dayFrom(days + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0))
}
const section = (page: Page, name: RegExp) => page.getByRole('region', { name })

test('HR sees what is on, and requests that come and go while it looks', async ({ browser }) => {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.setViewportSize(screens[0][1])
  const types = await callApi<{ id: number; name: string }[]>(hana, 'POST /api/leave-types/set-up/')
  const holiday = types.find(({ name }) => name === 'Holiday')?.id
  const people = await callApi<{ id: number; full_name: string }[]>(hana, 'GET /api/directory/')
  const idOf = (name: string) => people.find(({ full_name }) => full_name === name)?.id ?? 0
  await callApi(hana, `PATCH /api/people/${idOf('Dana Reyes')}/job/`, { starts_on: dayFrom(3) })
  await callApi(hana, `PATCH /api/people/${idOf('Pam Porter')}/job/`, { ends_on: dayFrom(20) })
  // Four years before, there is a 29 February as well.
  const anniversary = dayFrom(5)
  const starts_on = `${Number(anniversary.slice(0, 4)) - 4}${anniversary.slice(4)}`
  await callApi(hana, `PATCH /api/people/${idOf('Dev Dalton')}/job/`, { starts_on })

  await hana.goto(`${atrium.originOf('demo')}/hr`)
  await expect(hana.getByRole('definition')).toHaveText([String(people.length), '0', '0'])
  await expect(section(hana, /^Joining/)).toContainText('Dana Reyes')
  await expect(section(hana, /^Leaving/)).toContainText('Pam Porter')
  await expect(section(hana, /^Anniversaries/)).toContainText(/Dev Dalton.*4 years/)
  await expect(section(hana, /^Away this week/)).toContainText('Everybody is here this week.')
  await expect(section(hana, /^Waiting for a decision/)).toContainText('No request for leave waits.')

  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const day = workdayFrom(14)
  const request = await callApi<{ id: number }>(dev, 'POST /api/leave/', { type: holiday, from: day, to: day })
  const waiting = section(hana, /^Waiting for a decision/)
  await expect(waiting).toContainText(/Dev Dalton.*Waits for Pam Porter.*since (today|yesterday)/)
  await waiting.getByRole('link', { name: new RegExp(`^\\w+ ${Number(day.slice(8))} `) }).press('Enter')
  await expect(hana).toHaveURL(new RegExp(`/leave/${request.id}$`))
  await hana.goBack()
  await expect(waiting).toContainText('Dev Dalton')
  await expectAccessibleInBoth(hana)

  await callApi(dev, `POST /api/leave/${request.id}/cancel/`)
  await expect(waiting).toContainText('No request for leave waits.')
  await callApi(hana, 'POST /api/leave/', { person: idOf('Dev Dalton'), type: holiday, from: dayFrom(0), to: workdayFrom(2) })
  await expect(section(hana, /^Away this week/)).toContainText(/Dev Dalton.*Today/)

  const departments = section(hana, /^People by department/)
  await departments.getByText('Figures').click()
  await expect(departments.getByRole('row').first()).toContainText(/Department.*People/)
  const months = section(hana, /^Leave by month/)
  await months.getByText('Figures').click()
  await expect(months.getByRole('row')).toHaveCount(13)
  await hana.setViewportSize(screens[1][1])
  await expectToFitWidth(hana)
  await expectAccessibleInBoth(hana)
})
