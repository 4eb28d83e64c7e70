// Steps of the stories about openings and about the settings of recruiting.
import type { Browser, Page } from '@playwright/test'
import type { Atrium } from './atrium.ts'
import { callApi, logInAs, type ScreenSize } from './visit.ts'

/** Deletes all of recruiting. */
export const removeRecruiting = (atrium: Atrium) =>
  atrium.sql(
    `delete from interviewers; delete from interviews; delete from hires; delete from application_answers;
    delete from application_entries; delete from application_ratings; delete from applications; delete from openings;
    delete from recruiting_stages; delete from mail_templates; update tenants set retention_days = 180`,
  )

type OpeningFacts = {
  id: number
  title: string
  status: string
  closes_on: string | null
  questions: { text: string; is_long: boolean }[]
}

export const opened = (page: Page) => page.getByRole('dialog')
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
export const submit = (page: Page, name: string) => opened(page).getByRole('button', { name, exact: true }).press('Enter')
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

type Visit = { path: string; viewport: ScreenSize }

/** Logs in Hana, and opens a page of recruiting. */
export async function openRecruiting(browser: Browser, atrium: Atrium, { path, viewport }: Visit) {
  const hana = await logInAs(browser, atrium, 'hana@demo.test')
  await hana.setViewportSize(viewport)
  await hana.goto(`${atrium.originOf('demo')}/recruiting/${path}`)
  return hana
}

const cook = { title: 'Cook', department: 'Operations', location: null, description: '', closes_on: null, questions: [] }

/** Adds a draft, unless the changes say otherwise. */
export const addCook = (page: Page, changes: object = {}) =>
  callApi<OpeningFacts>(page, 'POST /api/openings/', { ...cook, status: 'draft', ...changes })

export const readOpening = (page: Page, id: number) => callApi<OpeningFacts>(page, `GET /api/openings/${id}/`)

/** Adds an applicant of the newest opening, in a stage of this name. */
export const addApplicantIn = (atrium: Atrium, stage: string, removed_at = 'null') =>
  atrium.sql(
    `insert into applications (tenant_id, opening_id, stage_id, full_name, email, removed_at)
      select s.tenant_id, o.id, s.id, 'Alex Morgan', 'alex@example.test', ${removed_at}
      from recruiting_stages s join openings o using (tenant_id) where s.name = '${stage}' order by o.id desc limit 1`,
  )
