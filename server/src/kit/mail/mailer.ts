import { emailFormat } from 'contract'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Pools, Services } from '../context.ts'
import { keepMail, linksIn } from './mailbox.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** Where mail programs offer to unsubscribe: a POST to it does, and a browser finds a page. */
  unsubscribe?: string
  /** The person who gets the answers, if it is not whom mails are from. */
  reply_to?: { name: string; address: string }
  /** An iCalendar (RFC 5545) that invites or cancels. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; text: string }
}

export type Mailer = {
  /** Resolves once the mail server has accepted the mail. `id` is the same at every attempt, so that duplicates can be recognised. */
  send(mail: Mail, id: string): Promise<void>
  close(): void
}

/** Composes the mail of a job from the job's data. Returns null if the mail is no longer needed. */
export type Compose<Data> = (
  options: { pools: Pools; services: Pick<Services, 'config' | 'tokens'> },
  data: Data,
) => Promise<Mail | null>

/** The recipient's address can't be reached: sending the mail again is of no use. */
export class Undeliverable extends Error {}

/** `patience` is the time-out in milliseconds for the mail server to accept a mail. */
export const openMailer = (config: Config, { patience = 20_000 } = {}): Mailer =>
  config.smtp_url ? bySmtp(config.smtp_url, config, patience) : toMailbox(config)

function bySmtp(url: string, { mail_from, hostname }: Config, patience: number): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // Only the job retries a mail that was interrupted.
    maxRequeues: 0,
    connectionTimeout: patience / 2,
    greetingTimeout: patience / 2,
    dnsTimeout: patience / 2,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Ignores connections that break while idle. A mail in flight rejects by itself.
  transport.on('error', () => undefined)

  return {
    async send({ to, subject, html, text, unsubscribe, reply_to, calendar }, id) {
      const mail = {
        from: mail_from,
        to: { name: '', address: oneAddress(to) },
        ...(reply_to && { replyTo: { name: oneLine(reply_to.name), address: oneAddress(reply_to.address) } }),
        ...(calendar && { icalEvent: { method: calendar.method, content: calendar.text, filename: 'invitation.ics' } }),
        subject: oneLine(subject),
        html,
        text,
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && oneClick(unsubscribe)) },
        signal: AbortSignal.timeout(patience),
      }
      await transport.sendMail(mail).catch((error: unknown) => {
        throw isRefusedForGood(error) ? new Undeliverable(error.message, { cause: error }) : error
      })
    },
    close: () => transport.close({ force: true }),
  }
}

type SmtpError = Error & { command?: string; responseCode?: number; response?: string }

/** Whether the mail server's reply is about the recipient or the mail, and final. What is about this server is tried again. */
function isRefusedForGood(error: unknown): error is SmtpError {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0, response = '' } = error as SmtpError
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return responseCode >= 500 && !protocolCodes.has(responseCode) && !aboutTheSender.test(response)
}

/** Commands that the server doesn't know, refuses in this order, or accepts after authentication only. */
const protocolCodes = new Set([500, 502, 503, 504, 521, 530, 534, 535, 538])

/** Relaying, authentication, lists of blocked servers, SPF and DKIM. The enhanced codes are those of RFC 3463 and RFC 7372. */
const aboutTheSender =
  /\b5\.(1\.[78]|7\.(0|3|8|9|1[1-4]|2\d|57))\b|relay|authenticat|not authori[sz]ed to send|block(ed|list)|black-?list|spamhaus|client host|reverse dns|\b(spf|dkim|dmarc)\b/i

/** See RFC 8058. */
const oneClick = (url: string) => ({ 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })

function toMailbox(config: Config): Mailer {
  return {
    async send({ to, subject, html, text, reply_to, calendar }, id) {
      const mail = {
        to: oneAddress(to),
        subject: oneLine(subject),
        html,
        text,
        ...(reply_to && { reply_to }),
        ...(calendar && { calendar }),
      }
      await keepMail(config, mail, id)
      const line = ['Mail to', `${to}:`, mail.subject, ...linksIn(text)].join(' ')
      if (config.log_level !== 'silent') process.stdout.write(`${line}\n`)
    },
    close: () => undefined,
  }
}

/** The text without control characters, line breaks and marks that change the direction of writing. */
export const oneLine = (text: string) =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

function oneAddress(to: string) {
  if (!emailFormat.pattern.test(to)) throw new Undeliverable('Not an e-mail address.')
  return to
}
