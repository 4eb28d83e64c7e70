import { IconArrowRight, IconCornerDownRight } from '@tabler/icons-react'
import type { ImportPlan } from 'contract'
import { Count } from '../ui/text/Count.tsx'
import { formatDate } from '../ui/text/dates.ts'
import { PriorityBadge, TaskStatusBadge } from '../ui/theme/badges.tsx'
import styles from './Imports.module.css'
import { Part } from './Mapping.tsx'

/** The first tasks as they would be. */
export function Examples({ plan: { examples, tasks, subtasks } }: { plan: ImportPlan }) {
  if (examples.length === 0) return null
  const rest = tasks + subtasks - examples.length
  return (
    <Part title="Preview" hint="The first tasks as they would be here.">
      <ul className={styles.rows}>
        {examples.map(({ title, parent, status, priority, due_date, assignee }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal, and the items never move
          <li key={index} className={styles.example} data-sub={parent !== null || undefined}>
            <span className={styles.title}>
              {parent !== null && <IconCornerDownRight size={14} aria-label={`Subtask of ${parent}`} />}
              {title}
            </span>
            <span className={styles.facts}>
              <TaskStatusBadge status={status} />
              <PriorityBadge priority={priority} />
              {due_date && <span className="fine tabular">{formatDate(due_date)}</span>}
              <span className="fine">{assignee ?? 'Unassigned'}</span>
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="fine">And {rest.toLocaleString('en')} more.</p>}
    </Part>
  )
}

type Match = { name: string; count: number; match: string | null }

/** The names of a file, and who or what they stand for here. Those that stand for nothing come first. */
function Matches({ matches, nothing }: { matches: readonly Match[]; nothing: string }) {
  const missingFirst = matches.toSorted((a, b) => Number(a.match !== null) - Number(b.match !== null))
  return (
    <ul className={styles.rows}>
      {missingFirst.map(({ name, count, match }) => (
        <li key={name} className={styles.match}>
          <span className={styles.name}>
            {name} <Count>{count}</Count>
          </span>
          <IconArrowRight size={14} role="img" aria-label="becomes" />
          {match === null ? <span className={styles.missing}>{nothing}</span> : <span className={styles.name}>{match}</span>}
        </li>
      ))}
    </ul>
  )
}

export function People({ plan: { people } }: { plan: ImportPlan }) {
  if (people.length === 0) return null
  const hasMissing = people.some(({ member }) => !member)
  return (
    <Part
      title="People"
      count={people.length}
      {...(hasMissing && { hint: 'Only members of the project can have work here. Add the others first, or assign it later.' })}
    >
      <Matches
        matches={people.map(({ name, count, member }) => ({ name, count, match: member?.full_name ?? null }))}
        nothing="Unassigned"
      />
    </Part>
  )
}

export function LabelMatches({ plan: { labels } }: { plan: ImportPlan }) {
  if (labels.length === 0) return null
  const hasMissing = labels.some(({ label }) => !label)
  return (
    <Part
      title="Labels"
      count={labels.length}
      {...(hasMissing && { hint: 'Only an administrator can create labels. Ask for the missing ones first, or import without.' })}
    >
      <Matches
        matches={labels.map(({ name, count, label }) => ({ name, count, match: label?.name ?? null }))}
        nothing="Left out"
      />
    </Part>
  )
}

/** Losses and changes. */
export function Problems({ plan: { problems, problem_count } }: { plan: ImportPlan }) {
  if (problem_count === 0) return null
  return (
    <Part title="Problems" count={problem_count} hint="Everything else is imported.">
      <ul className={styles.problems}>
        {problems.map(({ place, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have equal problems, and the items never move
          <li key={index}>
            <strong>{place}</strong> {message}
          </li>
        ))}
      </ul>
      {problem_count > problems.length && (
        <p className="fine">And {(problem_count - problems.length).toLocaleString('en')} more.</p>
      )}
    </Part>
  )
}
