import { Anchor, Button, NativeSelect } from '@mantine/core'
import type { EndangeredSubtask } from 'contract'
import { Link } from 'react-router'
import { useToday } from '../../session/today.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import styles from './Endangered.module.css'
import type { Takeovers, useTakeovers } from './takeovers.ts'

type Props = { subtasks: readonly EndangeredSubtask[]; label: string } & ReturnType<typeof useTakeovers>

/** Subtasks that are due during a leave, each with a choice of who takes it over. */
export function EndangeredList({ subtasks, label, takeovers, choose, suggest }: Props) {
  const isSuggestible = subtasks.some(({ id, takers }) => takers.length > 0 && !takeovers.has(id))
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {subtasks.map((subtask) => (
          <Row key={subtask.id} subtask={subtask} takeovers={takeovers} choose={choose} />
        ))}
      </ul>
      {isSuggestible && subtasks.length > 1 && (
        <Button variant="subtle" size="compact-sm" mt="2xs" onClick={() => suggest(subtasks)}>
          Choose Who Has Most Time
        </Button>
      )}
    </>
  )
}

type RowProps = { subtask: EndangeredSubtask; takeovers: Takeovers; choose: Props['choose'] }

function Row({ subtask, takeovers, choose }: RowProps) {
  const { id, task, title, key, project, due_date, takers } = subtask
  const today = useToday()
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div>
          <WorkKey of={subtask} />{' '}
          <Anchor component={Link} inherit to={`/project_manager/tasks/${task}#subtask-${id}`}>
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
