import { Anchor, Button, Group, NativeSelect } from '@mantine/core'
import type { EndangeredSubtask } from 'contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useToday } from '../../session/today.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import styles from './Endangered.module.css'
import type { Takeovers, useTakeovers } from './takeovers.ts'

type Props = ReturnType<typeof useTakeovers> & {
  subtasks: readonly EndangeredSubtask[]
  /** Links open another tab: this one has a form. */
  isInForm?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** Subtasks that are due during a leave, each with a choice of who takes it over. */
export function EndangeredList({ subtasks, takeovers, choose, suggest, isInForm = false, children }: Props) {
  const isSuggestible = subtasks.some(({ id, takers }) => takers.length > 0 && !takeovers.has(id))
  return (
    <div>
      <ul className={styles.list} aria-label="Due meanwhile">
        {subtasks.map((subtask) => (
          <Row key={subtask.id} subtask={subtask} takeovers={takeovers} choose={choose} isInForm={isInForm} />
        ))}
      </ul>
      <Group gap="xs" mt="xs">
        {children}
        {isSuggestible && subtasks.length > 1 && (
          <Button variant="subtle" size="xs" onClick={() => suggest(subtasks)}>
            Choose Who Has the Most Time
          </Button>
        )}
      </Group>
    </div>
  )
}

type RowProps = { subtask: EndangeredSubtask; takeovers: Takeovers; choose: Props['choose']; isInForm: boolean }

function Row({ subtask, takeovers, choose, isInForm }: RowProps) {
  const { id, task, title, key, project, due_date, takers } = subtask
  const today = useToday()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div>
          <WorkKey of={subtask} />{' '}
          <Anchor
            component={Link}
            inherit
            to={`/project_manager/tasks/${task}#subtask-${id}`}
            {...(isInForm && { target: '_blank', rel: 'noreferrer' })}
          >
            {title}
          </Anchor>
        </div>
        <div className={styles.facts}>
          <span className="fine">{project.name}</span>
          <DueDate date={due_date} today={today} />
        </div>
      </div>
      {takers.length > 0 ? (
        <NativeSelect
          className={styles.taker}
          size="xs"
          aria-label={`Who takes over ${key || title}`}
          data={[
            { value: '', label: 'Leave it' },
            ...takers.map((taker) => ({ value: String(taker.id), label: taker.full_name })),
          ]}
          value={String(takeovers.get(id)?.taker.id ?? '')}
          onChange={({ currentTarget: { value } }) =>
            choose(
              subtask,
              takers.find((taker) => String(taker.id) === value),
            )
          }
        />
      ) : (
        <span className={`fine ${styles.taker}`}>Nobody else in the project is there.</span>
      )}
    </li>
  )
}
