// Reads a form that has been sent, by the rules of the contract.
import { randomUUID } from 'node:crypto'
import { applicationProblems, applicationRules, cvBytes, fileNameRule, type OpeningQuestion, type TextRule } from 'contract'
import { fileTypeFromBuffer } from 'file-type'
import type { Problems } from '../../kit/errors.ts'
import { Unread } from '../../kit/http/input.ts'
import type { Applicant } from '../submit.ts'
import { answerNames, type Typed, trap } from './form.ts'

/** The fields of the form are fewer: each part costs time to read. */
const mostParts = 100

/** The fields of a form as it arrived. Undefined if it can't be read. */
export async function fieldsOf(body: unknown): Promise<FormData | undefined> {
  if (!(body instanceof Unread) || !/^multipart\/form-data\s*;/i.test(body.type) || hasManyParts(body)) return undefined
  try {
    return await new Response(body.bytes, { headers: { 'content-type': body.type } }).formData()
  } catch {
    return undefined
  }
}

function hasManyParts({ type, bytes }: Unread) {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  let parts = 0
  for (let at = bytes.indexOf(boundary); at >= 0 && parts <= mostParts; at = bytes.indexOf(boundary, at + boundary.length))
    parts++
  return parts > mostParts
}

type Sent = {
  form_key: string
  typed: Typed
  problems: Problems
  /** Undefined while there are problems. */
  applicant: Applicant | undefined
  /** A program has filled in the field that people don't see. */
  isFromProgram: boolean
}

const key = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export async function readSent(fields: FormData, questions: readonly OpeningQuestion[]): Promise<Sent> {
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
  }
  const names = answerNames(questions)
  const typed: Typed = {
    full_name: text('full_name'),
    email: text('email'),
    phone: text('phone'),
    links: text('links'),
    answers: names.map(text),
    has_consented: text('consent') === 'yes',
  }
  const cv = await readCv(fields.get('cv'))
  const problems = withoutEmpty({
    form: isOf(fields, names) ? [] : [applicationProblems.changed],
    full_name: problemsOf(applicationRules.full_name, typed.full_name),
    email: problemsOf(applicationRules.email, typed.email),
    phone: problemsOf(applicationRules.phone, typed.phone),
    links: problemsOf(applicationRules.links, typed.links),
    cv: 'problem' in cv ? [cv.problem] : [],
    ...Object.fromEntries(questions.map((question, i) => [names[i], answerProblems(question, typed.answers[i] ?? '')])),
    consent: typed.has_consented ? [] : [applicationProblems.consent],
  })
  const form_key = key.test(text('form_key')) ? text('form_key') : randomUUID()
  const isSound = Object.keys(problems).length === 0 && !('problem' in cv)
  const applicant = isSound ? applicantOf({ typed, questions, form_key, cv }) : undefined
  return { form_key, typed, problems, applicant, isFromProgram: text(trap) !== '' }
}

type Cv = Applicant['cv']

function applicantOf({
  typed,
  questions,
  form_key,
  cv,
}: {
  typed: Typed
  questions: readonly OpeningQuestion[]
  form_key: string
  cv: Cv
}): Applicant {
  const { full_name, email, phone, links, answer } = applicationRules
  return {
    form_key,
    full_name: full_name.clean(typed.full_name),
    email: email.clean(typed.email).toLowerCase(),
    phone: phone.clean(typed.phone),
    links: links.clean(typed.links),
    answers: questions
      .map(({ text }, i) => ({ question: text, answer: answer.clean(typed.answers[i] ?? '') }))
      .filter((each) => each.answer !== ''),
    cv,
  }
}

/** Whether the form asked the questions that the opening asks now. */
const isOf = (fields: FormData, names: readonly string[]) => {
  const asked = [...fields.keys()].filter((name) => name.startsWith('answer-'))
  return asked.length === names.length && asked.every((name) => names.includes(name))
}

const problemsOf = ({ clean, problems }: TextRule, text: string) => problems(clean(text))

function answerProblems({ is_required }: OpeningQuestion, text: string) {
  const { clean } = applicationRules.answer
  if (is_required && clean(text) === '') return [applicationProblems.answer]
  return problemsOf(applicationRules.answer, text)
}

const withoutEmpty = (problems: Problems) =>
  Object.fromEntries(Object.entries(problems).filter(([, messages]) => messages.length))

/** The file, or what is wrong with it. Its bytes decide what it is, and not its name. */
async function readCv(value: ReturnType<FormData['get']>): Promise<Cv | { problem: string }> {
  if (!(value instanceof File) || (value.size === 0 && value.name === '')) return { problem: applicationProblems.cv }
  if (value.size > cvBytes) return { problem: applicationProblems.cvSize }
  const bytes = Buffer.from(await value.arrayBuffer())
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime !== 'application/pdf') return { problem: applicationProblems.cvType }
  const name = fileNameRule.clean(value.name)
  return { name: fileNameRule.problems(name).length ? 'CV.pdf' : name, bytes }
}
