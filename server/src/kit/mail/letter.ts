import { createElement as h } from 'react'
import { oneLine } from './mailer.ts'

/** A list under a heading. The text of a line with an address is a link. */
export type Section = { heading: string; lines: Line[] }
type Line = { text: string; url?: string; note?: string }
type Button = { label: string; url: string }

export type Letter = {
  /** The line that mail programs show after the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  sections?: Section[]
  button?: Button
  /** Beside the button. The addresses of both are in the plain text alone. */
  secondButton?: Button
  code?: string
  footer: string
  /** Ends this kind of mail. */
  unsubscribe?: string
}

const maxNameLength = 100

/**
 * Makes a user's name safe for a mail: one line, of at most so many characters, and without anything that a mail program would turn into a link. Names reach
 * strangers under our letterhead.
 */
export function nameInMail(name: string, most = maxNameLength) {
  const characters = [...oneLine(name)]
  const short = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
  return short.replace(/(?<=[\p{L}\p{N}])[.@:](?=[\p{L}\p{N}/])/gu, '$&\u200b')
}

/** The same for a text of several lines, of at most so many characters. */
export const textInMail = (text: string, most: number) =>
  [...text]
    .slice(0, most)
    .join('')
    .split(lineBreak)
    .map((line) => nameInMail(line, most))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const lineBreak = /\r\n|[\n\r\u2028\u2029]/

/** An empty line begins another paragraph. */
const paragraphsOf = ({ paragraphs }: Letter) =>
  paragraphs
    .flatMap((text) =>
      text
        .split(lineBreak)
        .join('\n')
        .split(/(?:\n[^\S\n]*){2,}/),
    )
    .filter((text) => text.trim())

/** The lines of a paragraph, as elements. */
const withBreaks = (text: string) => text.split(lineBreak).flatMap((line, i) => (i ? [h('br', { key: i }), line] : [line]))

/** Renders a mail as HTML and as plain text. All parts are text: HTML in them is escaped. */
export async function renderLetter(letter: Letter) {
  // Imported on first use, because it takes 0.3 s to load.
  const mail = await import('@react-email/components')
  const { preview, heading, sections = [], button, secondButton, code, footer, unsubscribe } = letter
  const paragraphs = paragraphsOf(letter)

  const page = h(
    mail.Html,
    { lang: 'en' },
    h(
      mail.Head,
      null,
      h('title', null, heading),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no, url=no' }),
      h('style', null, darkStyles),
    ),
    h(mail.Preview, null, preview),
    h(
      mail.Body,
      { className: 'page', style: styles.page },
      h(
        mail.Container,
        { style: styles.column },
        h(mail.Text, { className: 'accent', style: styles.brand }, 'Atrium'),
        h(
          mail.Section,
          { className: 'card', style: styles.card },
          h(mail.Heading, { as: 'h1', className: 'ink', style: styles.heading, dir: 'auto' }, heading),
          paragraphs.map((text, i) =>
            h(mail.Text, { key: i, className: 'ink', style: styles.text, dir: 'auto' }, withBreaks(text)),
          ),
          sections.map((section) => renderSection(mail, section)),
          code && h(mail.Text, { className: 'code', style: styles.code }, code),
          button && h(mail.Button, { href: button.url, style: styles.button }, button.label),
          secondButton &&
            h(mail.Button, { href: secondButton.url, className: 'accent', style: styles.secondButton }, secondButton.label),
          button &&
            !secondButton &&
            h(
              mail.Text,
              { className: 'quiet', style: styles.small },
              'Or open this address: ',
              h(mail.Link, { href: button.url, className: 'accent', style: styles.link }, button.url),
            ),
        ),
        h(
          mail.Text,
          { className: 'quiet', style: styles.footer },
          footer,
          unsubscribe && ' ',
          unsubscribe && h(mail.Link, { href: unsubscribe, className: 'accent', style: styles.lineLink }, 'Unsubscribe'),
        ),
      ),
    ),
  )

  const end = [footer, unsubscribe && `Unsubscribe: ${unsubscribe}`, 'Atrium'].filter(Boolean).join('\n')
  const lists = sections.map(listInText)
  const buttons = [button, secondButton].map((one) => one && `${one.label}:\n${one.url}`)
  const text = [heading, ...paragraphs, ...lists, code, ...buttons, `--\n${end}`]
  return { html: await mail.render(page), text: `${text.filter(Boolean).join('\n\n')}\n` }
}

type Components = typeof import('@react-email/components')

const renderSection = (mail: Components, { heading, lines }: Section) =>
  h(
    mail.Section,
    { key: heading, style: styles.section },
    h(mail.Heading, { as: 'h2', className: 'ink', style: styles.subheading }, heading),
    lines.map(({ text, url, note }, i) =>
      h(
        mail.Text,
        { key: i, className: 'ink', style: styles.line },
        url ? h(mail.Link, { href: url, className: 'accent', style: styles.lineLink }, text) : text,
        note && `: ${note}`,
      ),
    ),
  )

const listInText = ({ heading, lines }: Section) =>
  [heading, ...lines.map(({ text, note, url }) => `- ${text}${note ? `: ${note}` : ''}${url ? `\n  ${url}` : ''}`)].join('\n')

const font = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

// No colour consists of six digits, because people and tools look for codes of six digits.
const styles = {
  page: { margin: 0, padding: '24px 8px', backgroundColor: '#f0f2f2', fontFamily: font },
  column: { maxWidth: '520px' },
  brand: { margin: '0 0 12px', padding: '0 8px', color: '#007d73', fontSize: '20px', fontWeight: 700, letterSpacing: '-0.3px' },
  card: { padding: '28px', backgroundColor: '#ffffff', borderRadius: '12px' },
  heading: { margin: '0 0 16px', color: '#191d1f', fontSize: '22px', lineHeight: '28px', wordBreak: 'break-word' },
  text: { margin: '0 0 16px', color: '#191d1f', fontSize: '16px', lineHeight: '24px', wordBreak: 'break-word' },
  section: { margin: '0 0 20px' },
  subheading: { margin: '0 0 8px', color: '#191d1f', fontSize: '16px', lineHeight: '24px', wordBreak: 'break-word' },
  line: { margin: '0 0 6px', color: '#191d1f', fontSize: '15px', lineHeight: '22px', wordBreak: 'break-word' },
  lineLink: { color: '#007d73', fontWeight: 600 },
  code: {
    margin: '8px 0 0',
    padding: '16px 0 16px 8px',
    backgroundColor: '#e9faf8',
    borderRadius: '8px',
    color: '#004f49',
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '32px',
    lineHeight: '40px',
    letterSpacing: '8px',
    textAlign: 'center',
  },
  button: {
    margin: '8px 0 20px',
    padding: '12px 20px',
    backgroundColor: '#007d73',
    borderRadius: '8px',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 600,
  },
  secondButton: {
    margin: '8px 0 20px 12px',
    padding: '11px 19px',
    border: '1px solid currentColor',
    borderRadius: '8px',
    color: '#007d73',
    fontSize: '16px',
    fontWeight: 600,
  },
  small: { margin: 0, color: '#4d565a', fontSize: '13px', lineHeight: '20px', wordBreak: 'break-word' },
  link: { color: '#007d73', wordBreak: 'break-all' },
  footer: {
    margin: '16px 0 0',
    padding: '0 8px',
    color: '#4d565a',
    fontSize: '13px',
    lineHeight: '20px',
    wordBreak: 'break-word',
  },
} as const

const darkStyles = `:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  body, .page, .page td { background-color: #0b0d0e !important }
  .card, .card td { background-color: #171a1c !important }
  .ink { color: #e6e9ea !important }
  .quiet { color: #a3abae !important }
  .accent { color: #5fdccf !important }
  .code { background-color: #0b2b28 !important; color: #9fe9e0 !important }
}`
