// Openings, applicants who have sent the public form, and steps of the stories about them.
import type { Browser, Page } from '@playwright/test'
import type { Atrium } from './atrium.ts'
import { card } from './boards.ts'
import { callApi, logInAs } from './visit.ts'

/** A published opening of HR. */
export const addOpening = (hana: Page, title: string) =>
  callApi<{ id: number }>(hana, 'POST /api/openings/', {
    ...{ title, department: 'Engineering', location: null, description: '', closes_on: null },
    ...{ status: 'published', questions: [] },
  })

export const addressOf = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@applicant.test`

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Adds applicants of these names to an opening, in the first stage. Returns their ids. Pages that are open already don't follow. */
export async function addApplicants(
  hana: Page,
  atrium: Atrium,
  { opening, names }: { opening: number; names: readonly string[] },
) {
  const rows = names.map((name) => `(${quoted(name)}, ${quoted(addressOf(name))})`)
  await atrium.sql(`
    with stage as (
      select s.tenant_id, s.id from recruiting_stages s join openings o on o.tenant_id = s.tenant_id and o.id = ${opening}
      where s.kind = 'open' order by s.position limit 1),
    added as (
      insert into applications (tenant_id, opening_id, stage_id, full_name, email, phone, links)
        select stage.tenant_id, ${opening}, stage.id, person.name, person.email, '+49 30 1234', 'https://example.org/me'
        from stage, (values ${rows.join(', ')}) person (name, email)
        returning tenant_id, id),
    answered as (
      insert into application_answers (tenant_id, application_id, position, question, answer)
        select tenant_id, id, 1, 'Why here?', 'For the view.' from added)
    insert into application_entries (tenant_id, application_id, event) select tenant_id, id, 'applied' from added`)
  const all = await callApi<{ id: number; full_name: string }[]>(hana, `GET /api/applications/?opening=${opening}`)
  return names.map((name) => all.find(({ full_name }) => full_name === name)?.id ?? 0)
}

/** Adds many applicants with numbers as names. */
export const addManyApplicants = (atrium: Atrium, { opening, count }: { opening: number; count: number }) =>
  atrium.sql(`
    insert into applications (tenant_id, opening_id, stage_id, full_name, email)
      select o.tenant_id, o.id, s.id, 'Applicant ' || n, 'applicant' || n || '@applicant.test'
      from generate_series(1, ${count}) n
      join openings o on o.id = ${opening}
      join lateral (
        select id from recruiting_stages where tenant_id = o.tenant_id and kind = 'open' order by position offset n % 4 limit 1) s on true`)

export const dialog = (page: Page) => page.getByRole('dialog').last()
export const submit = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Logs in Hana, and adds an opening with applicants. */
export async function setUp(browser: Browser, atrium: Atrium, title: string, ...names: string[]) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  const { id: opening } = await addOpening(hana, title)
  const ids = await addApplicants(hana, atrium, { opening, names })
  return { hana, opening, ids }
}

/** Moves an applicant by the menu of their card. */
export async function moveByMenu(page: Page, name: string, stage: string) {
  await card(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: stage, exact: true }).click()
}
