import { expect, test } from 'vitest'
import { exampleOf, unknownPlaceholders } from './mailForm.ts'
import { retentionForm } from './retentionForm.ts'
import { blankStage, nameProblem, stageForm } from './stageForm.ts'

const stages = [
  { id: 1, name: 'New', kind: 'open' },
  { id: 2, name: 'Interview', kind: 'open' },
  { id: 3, name: 'Hired', kind: 'hired' },
  { id: 4, name: 'Rejected', kind: 'rejected' },
] as const
const values = stageForm.from(stages)

test('open stages are a list, and those of decisions are two names', () => {
  expect(stageForm.toBody(values)).toEqual({
    open: [
      { id: 1, name: 'New' },
      { id: 2, name: 'Interview' },
    ],
    hired: 'Hired',
    rejected: 'Rejected',
  })
  expect(stageForm.toBody({ ...values, open: [{ ...blankStage(), name: ' Offer ' }] }).open).toEqual([
    { id: null, name: 'Offer' },
  ])
})

test('the second of two names that are the same is wrong, whatever their case', () => {
  const names = ['New', 'Interview', ' new', 'Hired']
  expect(names.map((_, index) => nameProblem(names, index))).toEqual([
    undefined,
    undefined,
    'Two stages have the same name.',
    undefined,
  ])
  expect(nameProblem(['New', ' '], 1)).toBe('Name is required.')
})

test('a list of stages needs one, and its names differ from those of decisions', () => {
  expect(stageForm.problems(values).open).toBeUndefined()
  expect(stageForm.problems({ ...values, open: [] }).open).toBe('At least one stage comes before a decision.')
  expect(stageForm.problems({ ...values, hired: 'INTERVIEW' }).open).toBe('Two stages have the same name.')
  const many = Array.from({ length: 21 }, (_, index) => ({ ...blankStage(), name: `Stage ${index}` }))
  expect(stageForm.problems({ ...values, open: many }).open).toBe('There are at most 20 stages.')
})

test('an example takes the place of each placeholder, and words that stand for nothing are named', () => {
  const facts = { company: 'Acme', sender: 'Hana Hill' }
  expect(exampleOf('Hello {name}, {company} has {opening}. {Sender} {sender}', facts)).toBe(
    'Hello Alex Morgan, Acme has Office manager. {Sender} Hana Hill',
  )
  expect(unknownPlaceholders('{name} {Sender} {first name} {first name} {} {1}')).toEqual(['{Sender}', '{first name}'])
})

test.each([
  ['180', undefined],
  [' 1 ', undefined],
  ['3650', undefined],
  ['0', 'Enter a number of days from 1 to 3650.'],
  ['3651', 'Enter a number of days from 1 to 3650.'],
  ['1.5', 'Enter a number of days from 1 to 3650.'],
  ['', 'Enter a number of days from 1 to 3650.'],
  ['soon', 'Enter a number of days from 1 to 3650.'],
])('%j as a number of days has the problem %j', (retention_days, problem) =>
  expect(retentionForm.problems({ retention_days }).retention_days).toBe(problem),
)
