// The mail about a change of how somebody logs in, in case that it was somebody else.
import type { Pools } from '../kit/context.ts'
import { inTenant } from '../kit/db/db.ts'
import { nameInMail, renderLetter } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'
import type { SecondFactorChange } from './second-factor.ts'

type Data = { tenant_id: number; person_id: number; change: SecondFactorChange; name: string }

export const composeSecondFactor: Compose<Data> = async (
  { pools, services: { config } },
  { tenant_id, person_id, change, name },
) => {
  const row = await findPerson(pools, tenant_id, person_id)
  if (!row) return null
  const url = tenant_id === 0 ? config.public_url : config.workspaceUrl(row.subdomain)
  const { heading, sentence } = wording[change](nameInMail(name))
  const letter = await renderLetter({
    preview: sentence,
    heading,
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, this is about how you log in at ${new URL(url).host} as ${row.email}. ${sentence}`,
      'If it was not you, set a new password by “Forgot password?”, end all other sessions, and look at the second factors in your profile.',
    ],
    button: { label: 'Open your profile', url: `${url}/profile` },
    footer: 'You get this mail whenever a second factor of yours changes.',
  })
  return { to: row.email, subject: `${heading} for Atrium`, ...letter }
}

const wording: Record<SecondFactorChange, (name: string) => { heading: string; sentence: string }> = {
  second_factor_added: (name) => ({
    heading: 'New second factor',
    sentence: `You confirm a log-in with “${name}” from now on.`,
  }),
  second_factor_removed: (name) => ({ heading: 'Second factor removed', sentence: `“${name}” no longer confirms a log-in.` }),
  second_factor_reset: () => ({
    heading: 'Second factor reset',
    sentence: 'An administrator has removed your second factors, and ended your sessions. Your password alone logs you in now.',
  }),
  recovery_codes_renewed: () => ({
    heading: 'New recovery codes',
    sentence: 'New recovery codes have replaced the earlier ones, which no longer work.',
  }),
}

const findPerson = (pools: Pools, tenant_id: number, person_id: number) =>
  inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read only', (db) =>
    db
      .selectFrom('people')
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'people.tenant_id').on('tenants.id', '=', tenant_id))
      .select(['people.email', 'people.full_name', 'tenants.subdomain'])
      .where('people.id', '=', person_id)
      .where('people.is_active', '=', true)
      .where('tenants.is_blocked', '=', false)
      .executeTakeFirst(),
  )
