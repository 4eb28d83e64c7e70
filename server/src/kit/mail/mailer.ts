import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import type { Pools, Services } from '../context.ts'
import { keepMail, linksIn } from './mailbox.ts'

export type Mail = { to: string; subject: string; html: string; text: string }

export type Mailer = {
  /** Resolves once the mail is handed over. `id` is the same at every try, so that whoever gets it twice can tell. */
  send(mail: Mail, id: string): Promise<void>
  close(): void
}

/** Writes the mail of a job whose data says what it is about, or null where there is nothing to say any more. */
export type Compose<Data> = (
  deps: { pools: Pools; services: Pick<Services, 'config' | 'tokens'> },
  data: Data,
) => Promise<Mail | null>

/** `patience`: the milliseconds after which a mail server that has not taken a mail counts as failed. */
export const openMailer = (config: Config, { patience = 20_000 } = {}): Mailer =>
  config.smtp_url ? bySmtp(config.smtp_url, config, patience) : toMailbox(config)

function bySmtp(url: string, { mail_from, hostname }: Config, patience: number): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // A mail that was cut off is tried again by its job, and by nobody else.
    maxRequeues: 0,
    connectionTimeout: patience / 2,
    greetingTimeout: patience / 2,
    dnsTimeout: patience / 2,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Of a connection that breaks while idle; a mail under way fails by itself.
  transport.on('error', () => undefined)

  return {
    async send({ to, subject, html, text }, id) {
      await transport.sendMail({
        from: mail_from,
        to: { name: '', address: oneAddress(to) },
        subject: oneLine(subject),
        html,
        text,
        messageId: `<${id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(patience),
      })
    },
    close: () => transport.close({ force: true }),
  }
}

function toMailbox(config: Config): Mailer {
  return {
    async send({ to, subject, html, text }, id) {
      const mail = { to: oneAddress(to), subject: oneLine(subject), html, text }
      await keepMail(config, mail, id)
      const line = ['Mail to', `${to}:`, mail.subject, ...linksIn(text)].join(' ')
      if (config.log_level !== 'silent') process.stdout.write(`${line}\n`)
    },
    close: () => undefined,
  }
}

/** Without control characters, line breaks and marks that turn the direction of what follows. */
export const oneLine = (text: string) =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()

function oneAddress(to: string) {
  if (!/^[^\s\p{C}<>()[\],:;"\\@]+@[^\s\p{C}<>()[\],:;"\\@]+$/u.test(to)) throw new Error('Not an e-mail address.')
  return to
}
