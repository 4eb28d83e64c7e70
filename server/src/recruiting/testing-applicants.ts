// For tests about applicants: the world, applicants in it, and the mails that leave it.
import assert from 'node:assert/strict'
import { beforeEach } from 'node:test'
import { addDays } from 'contract'
import type { Mail } from '../kit/mail/mailer.ts'
import { sendMails } from '../mails.ts'
import { hrRows, okBody, testApp, today } from '../testing/world.ts'
import { stageRows } from '../testing/world-recruiting.ts'

const { first, rejected } = stageRows.acme
export const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** Tomorrow at noon. */
export const tomorrow = `${addDays(today(), 1)}T12:00:00Z`

export const pathOf = (id: number) => `/api/applications/${id}/`

export const interview = (interviewers: number[], fields: object = {}) => ({
  ...{ starts_at: tomorrow, minutes: 45, place: 'Room 1', agenda: 'Bring drawings.\nAsk for Hana.', interviewers },
  ...fields,
})

/** The world with its mails. They leave at once, and are forgotten before each test. */
export async function applicantsWorld() {
  const world = await testApp({ RATE_LIMIT: '0' })
  const { as, query, pools, services } = world
  const sentMails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sentMails.push(mail), close: () => undefined }
  await sendMails({ pools, services, mailer, log })
  beforeEach(() => void sentMails.splice(0))
  let number = 0
  return {
    ...world,

    /** Waits until so many mails have left, and returns them. */
    async mailsSent(count: number) {
      for (let tries = 0; sentMails.length < count && tries < 200; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      assert.equal(sentMails.length, count)
      return sentMails.splice(0)
    },

    /** Adds an application in the first stage, or a rejected one. Returns its id. */
    async apply({ email = `a${++number}@applicants.test`, rejected_at }: { email?: string; rejected_at?: string } = {}) {
      const [row] = await query(
        `insert into applications (tenant_id, opening_id, stage_id, full_name, email, rejected_at)
         values (1, $1, $2, 'Bo Applicant', $3, $4) returning id::float8`,
        ...[hrRows.acme, rejected_at ? rejected : first, email, rejected_at ?? null],
      )
      return Number(row?.id)
    },

    read: (id: number, reader = as('hana')) => okBody(reader(`GET ${pathOf(id)}`)),
  }
}
