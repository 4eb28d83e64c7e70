import type { Config } from '../config.ts'
import type { Pools } from '../kit/context.ts'
import { inTenant, sql } from '../kit/db/db.ts'
import { nameInMail, renderLetter } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'
import { browserInWords } from '../security-log/browsers.ts'
import { type Purpose, pathOfLink } from './links.ts'

type Data = { tenant_id: number; link_id: number }

export const composeInvitation: Compose<Data> = async ({ pools, services: { config, tokens } }, data) => {
  const link = await findLink(pools, data, 'invitation')
  if (!link) return null
  const workspace = nameInMail(link.name)
  const url = baseOf(config, link)
  const letter = await renderLetter({
    preview: 'Set your password to start.',
    heading: `Join ${workspace}`,
    paragraphs: [
      `Hello ${nameInMail(link.full_name)}, you have been invited to the workspace ${workspace} on Atrium.`,
      `Set your password to start. After that you log in at ${new URL(url).host} with ${link.email}.`,
    ],
    button: { label: 'Set your password', url: url + pathOfLink(tokens, link) },
    footer: `The link works once and is valid for ${hours(link.hours)}. If you don't know ${workspace}, you can ignore this mail.`,
  })
  return { to: link.email, subject: `You are invited to ${workspace} on Atrium`, ...letter }
}

export const composeReset: Compose<Data> = async ({ pools, services: { config, tokens } }, data) => {
  const link = await findLink(pools, data, 'reset')
  if (!link) return null
  const url = baseOf(config, link)
  const letter = await renderLetter({
    preview: 'Choose a new password.',
    heading: 'Choose a new password',
    paragraphs: [
      `Hello ${nameInMail(link.full_name)}, somebody asked for a new password for ${link.email} at ${new URL(url).host}.`,
    ],
    button: { label: 'Set a new password', url: url + pathOfLink(tokens, link) },
    footer: `The link works once and is valid for ${hours(link.hours)}. If it was not you who asked, you can ignore this mail: your password stays as it is.`,
  })
  return { to: link.email, subject: 'Set a new password for Atrium', ...letter }
}

type NewBrowser = { tenant_id: number; person_id: number; session_id: number }

export const composeNewBrowser: Compose<NewBrowser> = async ({ pools, services: { config } }, ids) => {
  const row = await findSession(pools, ids)
  if (!row) return null
  const url = baseOf(config, row)
  const browser = browserInWords(row.agent) ?? 'Unknown browser'
  const letter = await renderLetter({
    preview: `${browser}, ${momentInWords(row.created_at, row.timezone)}.`,
    heading: 'A log-in from a new browser',
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, somebody logged in as ${row.email} at ${new URL(url).host} in a browser that you have not used there before.`,
      `${browser}, from the address ${row.address ?? 'unknown'}, on ${momentInWords(row.created_at, row.timezone)}.`,
      'If it was you, there is nothing to do. If not, change your password: that ends all other sessions.',
    ],
    button: { label: 'See your sessions', url: `${url}/profile` },
    footer: `You get this mail once for each new browser in which somebody logs in as ${row.email}.`,
  })
  return { to: row.email, subject: 'A log-in to Atrium from a new browser', ...letter }
}

const momentInWords = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(moment)) +
  ` (${timeZone})`

const findSession = (pools: Pools, { tenant_id, person_id, session_id }: NewBrowser) =>
  inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read only', (db) =>
    db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'sessions.tenant_id').on('tenants.id', '=', tenant_id))
      .select(['sessions.tenant_id', 'sessions.agent', 'sessions.address', 'sessions.created_at'])
      .select(['people.email', 'people.full_name', 'tenants.subdomain', 'tenants.timezone'])
      .where('sessions.id', '=', session_id)
      .where('sessions.person_id', '=', person_id)
      .where('people.is_active', '=', true)
      .where('tenants.is_blocked', '=', false)
      .executeTakeFirst(),
  )

const findLink = (pools: Pools, { tenant_id, link_id }: Data, purpose: Purpose) =>
  inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read only', (db) =>
    db
      .selectFrom('password_links as link')
      .innerJoin('people', 'people.id', 'link.person_id')
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'link.tenant_id').on('tenants.id', '=', tenant_id))
      .select(['link.tenant_id', 'link.key', 'link.person_id'])
      .select(['people.email', 'people.full_name', 'tenants.name', 'tenants.subdomain'])
      .select(sql<number>`ceil(extract(epoch from link.expires_at - now()) / 3600)::int`.as('hours'))
      .where('link.id', '=', link_id)
      .where('link.purpose', '=', purpose)
      .where('link.ended_at', 'is', null)
      .where('link.expires_at', '>', sql<string>`now()`)
      .where('people.is_active', '=', true)
      .where('tenants.is_blocked', '=', false)
      .executeTakeFirst(),
  )

const baseOf = (config: Config, { tenant_id, subdomain }: { tenant_id: number; subdomain: string }) =>
  tenant_id === 0 ? config.public_url : config.workspaceUrl(subdomain)

const hours = (count: number) => (count === 1 ? 'one hour' : `${count} hours`)
