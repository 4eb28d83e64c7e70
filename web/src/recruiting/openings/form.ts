import {
  choiceProblem,
  departments,
  mostQuestions,
  type Opening,
  type OpeningQuestion,
  openingProblems,
  openingRules,
  problemOf,
} from 'contract'

/** A question as it is typed. */
export type TypedQuestion = OpeningQuestion & {
  /** Tells the questions of a form apart. */
  key: number
}
export type OpeningValues = {
  title: string
  department: string
  /** The id of a location; empty for none. */
  location: string
  closes_on: string
  description: string
  questions: readonly TypedQuestion[]
}

let lastKey = mostQuestions

export const blankQuestion = (): TypedQuestion => ({ key: ++lastKey, text: '', is_required: false, is_long: false })

/** Saved questions have their numbers as keys, so that those which others change keep their place and the focus. */
export const typedQuestions = (questions: readonly OpeningQuestion[]) =>
  questions.map(({ text, is_required, is_long }, index): TypedQuestion => ({ key: index + 1, text, is_required, is_long }))

export const questionProblem = ({ text }: Pick<OpeningQuestion, 'text'>) => problemOf(openingRules.question, text)

/** The first problem of the list. That of a question is shown beside it. */
const listProblem = (questions: readonly TypedQuestion[]) =>
  questions.length > mostQuestions ? openingProblems.tooManyQuestions : questions.map(questionProblem).find(Boolean)

type Basics = Pick<OpeningValues, 'title' | 'department' | 'location'>

const bodyOf = ({ title, department, location }: Basics) => ({
  title: openingRules.title.clean(title),
  department: department as (typeof departments)[number],
  location: location ? Number(location) : null,
})
const problemsOf = ({ title, department }: Basics) => ({
  title: problemOf(openingRules.title, title),
  department: choiceProblem(departments, department),
})

/** A new opening is a draft; the rest is written on its page. */
export const newOpeningForm = {
  blank: { title: '', department: '', location: '' },
  toBody: (values: Basics) => ({
    ...bodyOf(values),
    ...{ description: '', closes_on: null, status: 'draft' as const, questions: [] },
  }),
  problems: problemsOf,
}

/** `before` is the saved closing date: it may have passed. */
type Facts = { today: string; before: string }

export const openingForm = {
  blank: { ...newOpeningForm.blank, closes_on: '', description: '', questions: [] } as OpeningValues,
  from: ({ title, department, location, closes_on, description, questions }: Opening): OpeningValues => ({
    ...{ title, department, description },
    location: location === null ? '' : String(location),
    closes_on: closes_on ?? '',
    questions: typedQuestions(questions),
  }),
  /** Without white space around the texts: it is no change. */
  toBody: ({ closes_on, description, questions, ...basics }: OpeningValues) => ({
    ...bodyOf(basics),
    closes_on: closes_on || null,
    description: openingRules.description.clean(description),
    questions: questions.map(({ text, is_required, is_long }) => ({
      ...{ text: openingRules.question.clean(text), is_required, is_long },
    })),
  }),
  problems: (values: OpeningValues, { today, before }: Facts) => ({
    ...problemsOf(values),
    closes_on:
      values.closes_on && values.closes_on < today && values.closes_on !== before ? openingProblems.closesTooEarly : undefined,
    description: problemOf(openingRules.description, values.description),
    questions: listProblem(values.questions),
  }),
}
