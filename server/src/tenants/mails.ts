import { code } from 'contract'
import { inTenant, sql } from '../kit/db/db.ts'
import { nameInMail, renderLetter } from '../kit/mail/letter.ts'
import type { Compose, Mail } from '../kit/mail/mailer.ts'
import { digitsOf } from './codes.ts'
import { dayInWords } from './dates.ts'
import type { Deletion } from './deletion.ts'

/** The subject contains the code: it only works for minutes, and in the browser that requested it. */
export const composeCode: Compose<{ code_id: number }> = async ({ pools, services }, { code_id }) => {
  const row = await inTenant(pools.platform, 0, 'read only', (db) =>
    db
      .selectFrom('signup_codes')
      .select(['key', 'email', sql<number>`ceil(extract(epoch from expires_at - now()) / 60)::int`.as('minutes')])
      .where('id', '=', code_id)
      .where('expires_at', '>', sql<string>`now()`)
      .where('verified_at', 'is', null)
      .where('used_at', 'is', null)
      .where('attempts', '<', code.attempts)
      .executeTakeFirst(),
  )
  if (!row) return null
  const digits = digitsOf(services.tokens, row)
  const letter = await renderLetter({
    preview: 'Enter it where you are signing up.',
    heading: 'Confirm your e-mail address',
    paragraphs: ['Enter this code where you are signing up for your Atrium workspace:'],
    code: digits,
    footer: `The code is valid for ${row.minutes === 1 ? 'one minute' : `${row.minutes} minutes`}. Never pass it on. If you are not signing up for Atrium, you can ignore this mail.`,
  })
  return { to: row.email, subject: `Your Atrium code: ${digits}`, ...letter }
}

/** Composes the mail to the creator of a new workspace. */
export const composeLoginLink: Compose<{ tenant_id: number; person_id: number }> = async (
  { pools, services },
  { tenant_id, person_id },
) => {
  const row = await inTenant(pools.workspace, tenant_id, 'read only', (db) =>
    db
      .selectFrom('people')
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'people.tenant_id').on('tenants.id', '=', tenant_id))
      .select(['people.email', 'people.full_name', 'tenants.name', 'tenants.subdomain', 'tenants.trial_ends_on'])
      .where('people.id', '=', person_id)
      .where('people.is_active', '=', true)
      .where('tenants.is_blocked', '=', false)
      .executeTakeFirst(),
  )
  if (!row) return null
  const workspace = nameInMail(row.name)
  const url = services.config.workspaceUrl(row.subdomain)
  const letter = await renderLetter({
    preview: `Log in at ${new URL(url).host}.`,
    heading: `${workspace} is ready`,
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, your workspace has been created.`,
      `Your team has its own address, ${new URL(url).host}. Log in there with ${row.email} and the password that you chose.`,
      ...(row.trial_ends_on ? [`Your free trial runs until ${dayInWords(row.trial_ends_on)}, that day included.`] : []),
    ],
    button: { label: 'Log in', url: `${url}/login` },
    footer: `You get this mail because the Atrium workspace ${workspace} was created with this e-mail address.`,
  })
  return { to: row.email, subject: `Your workspace ${workspace} is ready`, ...letter }
}

/** The mail to whoever has deleted a workspace, once nothing of it is left. */
export async function composeDeleted({ name, full_name, subdomain, email }: Deletion): Promise<Mail> {
  const workspace = nameInMail(name)
  const letter = await renderLetter({
    preview: 'Nothing of it is left.',
    heading: `${workspace} has been deleted`,
    paragraphs: [
      `Hello ${nameInMail(full_name)}, the workspace ${workspace} (${subdomain}) has been deleted with all that was in it, as you asked.`,
      'Only an export that somebody made before holds its data now. Its name and address can be used again.',
    ],
    footer: `You get this mail because you deleted the Atrium workspace ${workspace}.`,
  })
  return { to: email, subject: `The workspace ${workspace} has been deleted`, ...letter }
}
