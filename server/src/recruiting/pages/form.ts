// The form by which people apply, as elements. The browser helps with the native attributes; the server decides.
import { createHash } from 'node:crypto'
import { applicationRules, cvBytes, inWords, mostLinks, type OpeningQuestion } from 'contract'
import { createElement as h, type ReactNode } from 'react'
import type { Problems } from '../../kit/errors.ts'

/** What somebody has typed. The answers are in the order of the questions. */
export type Typed = {
  full_name: string
  email: string
  phone: string
  links: string
  answers: readonly string[]
  has_consented: boolean
}

export type Form = {
  opening_id: number
  company: string
  retention_days: number
  questions: readonly OpeningQuestion[]
  form_key: string
  typed: Typed
  /** By the names of the fields, in their order. */
  problems: Problems
}

export const nothingTyped: Typed = { full_name: '', email: '', phone: '', links: '', answers: [], has_consented: false }

/** A field that people don't see. What fills it in is a program. */
export const trap = 'topic'

/** The names of the questions' fields. A question that changes gets another one, so that no answer goes to a question that was not asked. */
export function answerNames(questions: readonly OpeningQuestion[]) {
  const seen = new Map<string, number>()
  return questions.map(({ text }) => {
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return `answer-${createHash('sha256').update(`${count} ${text}`).digest('hex').slice(0, 16)}`
  })
}

const idOf = (name: string) => `field-${name}`

const labels: Record<string, string> = { full_name: 'Name', email: 'E-mail', phone: 'Phone', links: 'Links', cv: 'CV' }

/** The problems with links to their fields. It gets the focus, and screen readers read it out. */
export function problemSummary({ problems, questions }: Form) {
  const names = answerNames(questions)
  // “Answer this question” says nothing by itself.
  const labelOf = (name: string) => labels[name] ?? questions[names.indexOf(name)]?.text
  const lineOf = (name: string, message: string) => [labelOf(name), message].filter(Boolean).join(': ')
  const lines = Object.entries(problems).flatMap(([name, messages]) =>
    messages.map((message) =>
      h('li', null, h('a', { href: `#${name === 'form' ? 'apply' : idOf(name)}` }, lineOf(name, message))),
    ),
  )
  return h(
    'div',
    { key: 'problems', className: 'summary', role: 'alert', tabIndex: -1, autoFocus: true, 'aria-labelledby': 'summary-title' },
    h('h2', { id: 'summary-title' }, 'Your application has not been sent yet'),
    h('ul', null, ...lines),
  )
}

export function form({ opening_id, company, retention_days, questions, form_key, typed, problems }: Form) {
  const names = answerNames(questions)
  const isSent = Object.keys(problems).length > 0
  const problemsOf = (name: string) => problems[name] ?? []
  return h(
    'form',
    { method: 'post', action: `/jobs/${opening_id}`, encType: 'multipart/form-data' },
    h('input', { type: 'hidden', name: 'form_key', value: form_key }),
    lineField({
      ...{ name: 'full_name', value: typed.full_name, problems: problemsOf('full_name') },
      attributes: { autoComplete: 'name', maxLength: applicationRules.full_name.max[0], required: true },
    }),
    lineField({
      ...{ name: 'email', value: typed.email, problems: problemsOf('email') },
      attributes: { type: 'email', autoComplete: 'email', maxLength: applicationRules.email.max[0], required: true },
    }),
    lineField({
      ...{ name: 'phone', value: typed.phone, problems: problemsOf('phone') },
      attributes: { type: 'tel', autoComplete: 'tel', maxLength: applicationRules.phone.max[0] },
    }),
    textField({
      ...{ name: 'links', value: typed.links, problems: problemsOf('links') },
      hint: `Such as your profile or your work, one address in each line, at most ${mostLinks}.`,
      attributes: { rows: 2, spellCheck: false, autoCapitalize: 'none' },
    }),
    lineField({
      ...{ name: 'cv', problems: problemsOf('cv') },
      hint: `A PDF of at most ${inWords(cvBytes)}.${isSent ? ' Choose the file again: it can’t be kept here.' : ''}`,
      attributes: { type: 'file', accept: 'application/pdf,.pdf', required: true },
    }),
    ...questions.map(({ text, is_required, is_long }, i) => {
      const name = names[i] ?? ''
      const field = { name, label: text, value: typed.answers[i] ?? '', problems: problemsOf(name) }
      return is_long
        ? textField({ ...field, attributes: { rows: 5, required: is_required } })
        : lineField({ ...field, attributes: { required: is_required } })
    }),
    consent({ company, retention_days, has_consented: typed.has_consented, problems: problemsOf('consent') }),
    h(
      'div',
      { className: trap, 'aria-hidden': true },
      h('label', { htmlFor: idOf(trap) }, 'Leave this field empty'),
      h('input', { id: idOf(trap), name: trap, tabIndex: -1, autoComplete: 'off' }),
    ),
    h('p', null, h('button', { type: 'submit', className: 'button large' }, 'Send application')),
  )
}

type Field = {
  name: string
  /** That of `labels`, if absent. */
  label?: string
  value?: string
  hint?: string
  problems: readonly string[]
  attributes: { required?: boolean; [name: string]: unknown }
}

const lineField = ({ value, ...field }: Field) =>
  around(field, h('input', { ...controlOf(field), ...(value !== undefined && { defaultValue: value }) }))

const textField = ({ value = '', ...field }: Field) =>
  // A browser leaves out the first line break.
  around(field, h('textarea', { ...controlOf(field), defaultValue: value.startsWith('\n') ? `\n${value}` : value }))

/** What is at the field in addition: it names its hint and its problems. */
function controlOf({ name, hint, problems, attributes }: Field) {
  const described = [hint && `${idOf(name)}-hint`, problems.length && `${idOf(name)}-problem`].filter(Boolean)
  return {
    id: idOf(name),
    name,
    dir: 'auto',
    ...attributes,
    ...(described.length && { 'aria-describedby': described.join(' ') }),
    ...(problems.length && { 'aria-invalid': true }),
  }
}

const around = ({ name, label = labels[name], hint, problems, attributes }: Field, control: ReactNode) =>
  h(
    'div',
    { className: 'field' },
    h(
      'label',
      { htmlFor: idOf(name), dir: 'auto' },
      label,
      !attributes.required && h('span', { className: 'optional' }, ' (optional)'),
    ),
    hint && h('p', { className: 'hint', id: `${idOf(name)}-hint` }, hint),
    problemsAt(name, problems),
    control,
  )

const problemsAt = (name: string, problems: readonly string[]) =>
  problems.length > 0 && h('p', { className: 'problem', id: `${idOf(name)}-problem` }, problems.join(' '))

type Consent = Pick<Form, 'company' | 'retention_days'> & { has_consented: boolean; problems: readonly string[] }

function consent({ company, retention_days, has_consented, problems }: Consent) {
  const control = controlOf({ name: 'consent', problems, attributes: { type: 'checkbox', required: true } })
  const days = retention_days === 1 ? '1 day' : `${retention_days} days`
  return h(
    'div',
    { className: 'field consent' },
    problemsAt('consent', problems),
    h(
      'label',
      { htmlFor: control.id },
      h('input', { ...control, value: 'yes', defaultChecked: has_consented }),
      h(
        'span',
        null,
        `I agree that ${company} stores what I send here to decide about my application, and removes it ${days} after a rejection.`,
      ),
    ),
  )
}
