import { Anchor } from '@mantine/core'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { Initials } from '../ui/text/Initials.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { WorkKey } from '../ui/text/WorkKey.tsx'
import styles from './History.module.css'
import type { HistoryLine } from './lines.ts'
import { openVersions } from './versions.ts'
import type { RestoreOf } from './WithHistory.tsx'
import { type SentencePart, sentenceOf, type Word } from './words.ts'

/** A line with more parts shows the first three of them. */
const mostParts = 4
const firstParts = 3
/** Characters of a value that fit. */
const longestValue = 60

type Props = {
  line: HistoryLine
  thing: 'task' | 'project'
  restoreOf?: RestoreOf | undefined
}

/** One line of a history: who changed what, and when. */
export function HistoryEntry({ line: { at, person, subtask, changes }, thing, restoreOf }: Props) {
  const [isWhole, setWhole] = useState(false)
  const parts = sentenceOf(changes, thing)
  const isLong = parts.length > mostParts
  const shown = isLong && !isWhole ? parts.slice(0, firstParts) : parts
  return (
    <li className={styles.entry}>
      <span className={styles.person}>
        <Initials id={person.id} name={person.full_name} size={20} />
      </span>
      <div className={styles.sentence}>
        {subtask && <SubtaskName subtask={subtask} />}
        <span className={styles.name}>{person.full_name}</span>
        {shown.map((part) => (
          <Part key={part.change.id} part={part} restoreOf={restoreOf} />
        ))}
        {isLong && (
          <>
            {' '}
            <Anchor component="button" type="button" fz="inherit" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show less' : `and ${parts.length - firstParts} more changes`}
            </Anchor>
          </>
        )}
        {' · '}
        <RelativeTime at={at} />
      </div>
    </li>
  )
}

const SubtaskName = ({ subtask }: { subtask: NonNullable<HistoryLine['subtask']> }) => (
  <>
    <Link to={`#subtask-${subtask.id}`} className={styles.subtask} title={subtask.title}>
      {subtask.key ? <WorkKey of={subtask} /> : `“${subtask.title}”`}
    </Link>
    {': '}
  </>
)

function Part({ part: { before, words, change }, restoreOf }: { part: SentencePart; restoreOf: RestoreOf | undefined }) {
  const isText = change.field === 'description' || change.field === 'comment'
  const view = () => openVersions({ change_id: change.id }, { restore: restoreOf?.(change) })
  return (
    <>
      {before}
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words never move
        <Fragment key={index}>
          <ShownWord word={word} />
        </Fragment>
      ))}
      {isText && (
        <>
          {' '}
          <Anchor component="button" type="button" fz="inherit" onClick={view}>
            View changes
          </Anchor>
        </>
      )}
    </>
  )
}

function ShownWord({ word }: { word: Word }) {
  if (typeof word === 'string') return word
  const { value } = word
  if (value.length <= longestValue) return <span className={styles.value}>{value}</span>
  return (
    <span className={`${styles.value} ${styles.long}`} title={value}>
      {value}
    </span>
  )
}
