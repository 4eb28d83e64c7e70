import { Anchor, Title } from '@mantine/core'
import { api, type OpenItem } from 'contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { useData } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { Count } from '../../ui/text/Count.tsx'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { WorkKey } from '../../ui/text/WorkKey.tsx'
import { AskForIt } from '../parts/AskForIt.tsx'
import styles from './Aside.module.css'

const atFirst = 5

/** Unassigned subtasks of the developer's projects, each with a request to the manager. Absent if there are none. */
export function Unassigned() {
  const { count, results } = useData(api.health.unassigned, {})
  const [showsAll, setShowsAll] = useState(false)
  if (count === 0) return null
  const shown = showsAll ? results : results.slice(0, atFirst)
  return (
    <section aria-labelledby="unassigned">
      <Title order={2} id="unassigned" fz="var(--text-large)" mb="2xs">
        Unassigned in your projects <Count>{count}</Count>
      </Title>
      <ul className={styles.rows}>
        {shown.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
      {shown.length < results.length && (
        <Anchor component="button" type="button" fz="var(--text-small)" onClick={() => setShowsAll(true)}>
          Show {results.length - shown.length} more
        </Anchor>
      )}
    </section>
  )
}

function Row({ item }: { item: OpenItem }) {
  const { id, title, task, project, due_date } = item
  const today = useToday()
  return (
    <li className={styles.row} data-row={id}>
      <span className={styles.what}>
        <Anchor
          component={Link}
          to={`/project_manager/tasks/${task}#subtask-${id}`}
          c="inherit"
          className="truncate"
          display="block"
          title={title}
        >
          {title}
        </Anchor>
        <span className={`fine ${styles.facts}`}>
          <WorkKey of={item} />
          <span className="truncate" title={project.name}>
            {project.name}
          </span>
          {due_date && <DueDate date={due_date} today={today} />}
        </span>
      </span>
      <AskForIt subtask_id={id} title={title} />
    </li>
  )
}
