import { inTenant, pipelined, sql } from '../kit/db/db.ts'
import { nameInMail, renderLetter } from '../kit/mail/letter.ts'
import type { Compose } from '../kit/mail/mailer.ts'
import { dayInWords } from '../tenants/dates.ts'
import { inDays, whatEnds } from './ending-notices.ts'
import { priceInWords } from './money.ts'
import { inWords } from './reversals.ts'

type Receipt = { tenant_id: number; person_id: number; stripe_session_id: string }

export const composeReceipt: Compose<Receipt> = async ({ pools, services }, { tenant_id, person_id, stripe_session_id }) => {
  const row = await inTenant(pools.platform, tenant_id, 'read only', (db) =>
    db
      .selectFrom('payments')
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'payments.tenant_id').on('tenants.id', '=', tenant_id))
      .innerJoin('people', (join) => join.on('people.id', '=', person_id))
      .select(['people.email', 'people.full_name', 'tenants.name', 'tenants.subdomain'])
      .select(['payments.amount', 'payments.currency', 'payments.paid_until'])
      .select(sql<string>`(payments.created_at at time zone tenants.timezone)::date`.as('paid_on'))
      .where('payments.stripe_session_id', '=', stripe_session_id)
      .where('people.is_active', '=', true)
      .executeTakeFirst(),
  )
  if (!row?.paid_until) return null
  const workspace = nameInMail(row.name)
  const price = priceInWords(row.amount, row.currency)
  const letter = await renderLetter({
    preview: `Paid until ${dayInWords(row.paid_until)}.`,
    heading: 'Thank you for your payment',
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, a payment for the workspace ${workspace} has arrived.`,
      `Amount: ${price}. Received: ${dayInWords(row.paid_on)}.`,
      `The workspace is paid until ${dayInWords(row.paid_until)}, that day included.`,
      `Reference: ${stripe_session_id}`,
    ],
    button: { label: 'See billing', url: `${services.config.workspaceUrl(row.subdomain)}/billing` },
    footer: `You get this mail as an administrator of ${workspace}.`,
  })
  return { to: row.email, subject: `Payment received for ${workspace}: ${price}`, ...letter }
}

/** Composes the mail to a super admin about a payment that does not match its order. */
export const composeMismatch: Compose<Receipt> = async ({ pools, services }, { tenant_id, person_id, stripe_session_id }) => {
  const [row, person] = await inTenant(pools.platform, 0, 'read only', (db) =>
    pipelined(
      db
        .selectFrom('payments')
        .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'payments.tenant_id').on('tenants.id', '=', tenant_id))
        .select(['tenants.name', 'payments.amount', 'payments.currency'])
        .select(['payments.expected_amount', 'payments.expected_currency'])
        .where('payments.tenant_id', '=', tenant_id)
        .where('payments.stripe_session_id', '=', stripe_session_id)
        .executeTakeFirst(),
      db
        .selectFrom('people')
        .select(['email', 'full_name'])
        .where('id', '=', person_id)
        .where('is_active', '=', true)
        .executeTakeFirst(),
    ),
  )
  if (!row || !person || row.expected_amount === null || row.expected_currency === null) return null
  const workspace = nameInMail(row.name)
  const price = priceInWords(row.amount, row.currency)
  const letter = await renderLetter({
    preview: `${price} came, ${priceInWords(row.expected_amount, row.expected_currency)} was ordered.`,
    heading: `A payment for ${workspace} is not what was ordered`,
    paragraphs: [
      `Hello ${nameInMail(person.full_name)}, a checkout of the workspace ${workspace} has been paid with another amount or currency than it was opened for.`,
      `Received: ${price}. Expected: ${priceInWords(row.expected_amount, row.expected_currency)}.`,
      'The paid time of the workspace was not extended. Please look at the payment in the Stripe account.',
      `Reference: ${stripe_session_id}`,
    ],
    button: { label: 'Open the Tenant Overview', url: `${services.config.public_url}/super_admin` },
    footer: 'You get this mail as a super admin of Atrium.',
  })
  return { to: person.email, subject: `Payment mismatch for ${workspace}: ${price}`, ...letter }
}

/** Composes the mail to a super admin about a refund or a dispute, as it is then. */
export const composeReversal: Compose<Receipt> = async ({ pools, services }, { tenant_id, person_id, stripe_session_id }) => {
  const [row, person] = await inTenant(pools.platform, 0, 'read only', (db) =>
    pipelined(
      db
        .selectFrom('payments')
        .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'payments.tenant_id').on('tenants.id', '=', tenant_id))
        .select(['tenants.name', 'payments.amount', 'payments.currency', 'payments.dispute_status'])
        .select(sql<string>`payments.refunded_amount::text`.as('refunded_amount'))
        .where('payments.tenant_id', '=', tenant_id)
        .where('payments.stripe_session_id', '=', stripe_session_id)
        .executeTakeFirst(),
      db
        .selectFrom('people')
        .select(['email', 'full_name'])
        .where('id', '=', person_id)
        .where('is_active', '=', true)
        .executeTakeFirst(),
    ),
  )
  if (!row || !person) return null
  const workspace = nameInMail(row.name)
  const letter = await renderLetter({
    preview: inWords(row),
    heading: `A payment for ${workspace} is refunded or disputed`,
    paragraphs: [
      `Hello ${nameInMail(person.full_name)}, this is what Stripe says about a payment of the workspace ${workspace}.`,
      inWords(row),
      'The paid time of the workspace has not changed. If it is to end, block the workspace.',
      `Reference: ${stripe_session_id}`,
    ],
    button: { label: 'Open the Tenant Overview', url: `${services.config.public_url}/super_admin` },
    footer: 'You get this mail as a super admin of Atrium.',
  })
  return { to: person.email, subject: `Refund or dispute of ${workspace}`, ...letter }
}

type Ending = { tenant_id: number; person_id: number; ends_on: string }

/** Returns null if a payment has arrived meanwhile, or the time is over. */
export const composeEnding: Compose<Ending> = async ({ pools, services }, { tenant_id, person_id, ends_on }) => {
  const row = await inTenant(pools.platform, tenant_id, 'read only', (db) =>
    db
      .selectFrom('people')
      .innerJoin('tenants', (join) => join.onRef('tenants.id', '=', 'people.tenant_id').on('tenants.id', '=', tenant_id))
      .select(['people.email', 'people.full_name', 'tenants.name', 'tenants.subdomain', 'tenants.on_trial'])
      .select(sql<number>`${ends_on}::date - (now() at time zone tenants.timezone)::date`.as('days_left'))
      .where('people.id', '=', person_id)
      .where('people.is_active', '=', true)
      .where('tenants.is_blocked', '=', false)
      .where(
        sql<string>`greatest(case when tenants.on_trial then tenants.trial_ends_on end, tenants.paid_until)`,
        '=',
        sql<string>`${ends_on}::date`,
      )
      .executeTakeFirst(),
  )
  if (!row || row.days_left < 0) return null
  const workspace = nameInMail(row.name)
  const { amount, currency, days } = services.config.plan
  const letter = await renderLetter({
    preview: 'A payment keeps it open. Nothing is deleted.',
    heading: `${whatEnds(row.on_trial)} of ${workspace} ends ${inDays(row.days_left)}`,
    paragraphs: [
      `Hello ${nameInMail(row.full_name)}, ${dayInWords(ends_on)} is the last day on which everybody can work in ${workspace}.`,
      'After that day the workspace is closed until a payment arrives. Nothing is deleted: everything is there again the moment it does.',
      `A payment of ${priceInWords(amount, currency)} adds ${days === 1 ? 'one day' : `${days} days`}. Paying early loses none of those that are left.`,
    ],
    button: { label: 'Go to billing', url: `${services.config.workspaceUrl(row.subdomain)}/billing` },
    footer: `You get this mail as an administrator of ${workspace}.`,
  })
  return {
    to: row.email,
    subject: `${workspace}: ${whatEnds(row.on_trial).toLowerCase()} ends ${inDays(row.days_left)}`,
    ...letter,
  }
}
