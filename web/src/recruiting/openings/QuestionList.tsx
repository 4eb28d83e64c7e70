import { Button, Checkbox, NativeSelect, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { mostQuestions } from 'contract'
import type { ReactNode } from 'react'
import { MoveHandle, type Moving } from '../../tasks/mine/MoveHandle.tsx'
import { useEditedRows } from '../../tasks/mine/useEditedRows.ts'
import { RemoveButton } from '../../ui/list/RemoveButton.tsx'
import { blankQuestion, questionProblem, type TypedQuestion } from './form.ts'
import styles from './OpeningPage.module.css'

type Props = {
  questions: readonly TypedQuestion[]
  /** The keys of the questions whose problems are shown. */
  judged: readonly number[]
  /** That of the list as a whole, or of a question in it. */
  problem: ReactNode
  set: (questions: readonly TypedQuestion[]) => void
}

/** What an applicant is asked, to edit, move, add and remove. */
export function QuestionList({ questions, judged, problem, set }: Props) {
  const { list, adder, news, moving, change, add, remove } = useEditedRows({
    rows: questions,
    set,
    blank: blankQuestion,
    removed: 'Question removed.',
  })
  const isShownBeside = questions.some((question) => judged.includes(question.key) && questionProblem(question))
  return (
    <fieldset className={styles.questions}>
      <legend>Questions</legend>
      <div className="fine">
        Asked in the form, after name, email, phone, links and CV. Answers that people have given already stay as they are.
      </div>
      {questions.length > 0 && (
        <ol ref={list} className={styles.list} aria-label="Questions">
          {questions.map((question, index) => (
            <Question
              key={question.key}
              {...{ question, index, moving }}
              isJudged={judged.includes(question.key)}
              change={(part) => change(question.key, part)}
              remove={() => remove(question.key)}
            />
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {problem && !isShownBeside && (
        <Text inherit role="alert" mt="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
      {questions.length < mostQuestions && (
        <Button ref={adder} variant="subtle" size="compact-sm" mt="xs" onClick={add}>
          + Add Question
        </Button>
      )}
    </fieldset>
  )
}

const lengths = [
  { value: 'short', label: 'Short answer' },
  { value: 'long', label: 'Long answer' },
]

type QuestionProps = {
  question: TypedQuestion
  index: number
  moving: Moving
  isJudged: boolean
  change: (part: Partial<TypedQuestion>) => void
  remove: () => void
}

function Question({ question, index, moving, isJudged, change, remove }: QuestionProps) {
  const number = index + 1
  const { key, text, is_required, is_long } = question
  return (
    <li className={styles.question} data-row={key}>
      <MoveHandle of={text || `question ${number}`} id={key} moving={moving} />
      <TextInput
        className={styles.text}
        aria-label={`Question ${number}`}
        placeholder="What you want to know"
        autoComplete="off"
        maxLength={300}
        value={text}
        error={isJudged && questionProblem(question)}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <NativeSelect
        aria-label={`Answer to question ${number}`}
        data={lengths}
        value={is_long ? 'long' : 'short'}
        onChange={({ currentTarget }) => change({ is_long: currentTarget.value === 'long' })}
      />
      <Checkbox
        className={styles.required}
        label="Required"
        aria-label={`Required: question ${number}`}
        checked={is_required}
        onChange={({ currentTarget }) => change({ is_required: currentTarget.checked })}
      />
      <RemoveButton of={`question ${number}`} className={styles.remove} onClick={remove} />
    </li>
  )
}
