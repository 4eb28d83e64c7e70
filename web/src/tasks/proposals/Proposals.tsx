import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import type { Proposal } from 'contract'
import { Link } from 'react-router'
import { messageOf } from '../../api/messages.ts'
import { useMe } from '../../session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Count } from '../../ui/text/Count.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { Hours } from '../parts/Hours.tsx'
import styles from './Proposals.module.css'
import { useProposalChanges, useProposals } from './proposals.ts'

type Props = {
  project_id: number
  /** Shows the proposals for this task alone. */
  task_id?: number
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
}

/** Subtasks that developers propose. Their manager accepts or declines them; developers see their own. Absent if there are none. */
export function Proposals({ project_id, task_id, reason }: Props) {
  const proposals = useProposals(project_id).filter(({ task }) => task_id === undefined || task.id === task_id)
  const isManager = useMe().role === 'project_manager'
  if (proposals.length === 0) return null
  return (
    <section className={styles.proposals} aria-labelledby="proposals">
      <Title order={3} id="proposals" fz="var(--text-body)">
        {isManager ? 'Proposed subtasks' : 'Your proposals'} <Count>{proposals.length}</Count>
      </Title>
      <ul>
        {proposals.map((proposal) => (
          <Row
            key={proposal.id}
            proposal={proposal}
            hasTask={task_id === undefined}
            mayDecide={isManager && reason === undefined}
          />
        ))}
      </ul>
    </section>
  )
}

type RowProps = { proposal: Proposal; hasTask: boolean; mayDecide: boolean }

function Row({ proposal, hasTask, mayDecide }: RowProps) {
  const { id, title, description, task, author, estimated_hours, created_at } = proposal
  const { accept, decline } = useProposalChanges()
  const attempt = (change: Promise<unknown>, done: string) =>
    change.then(
      () => toast.success(done),
      (error) => toast.error(messageOf(error, 'Something went wrong.')),
    )
  return (
    <li className={styles.row}>
      <Initials id={author.id} name={author.full_name} size={24} />
      <div className={styles.what}>
        <span>{title}</span>{' '}
        <span className="fine">
          <Hours estimate={estimated_hours} /> by {author.full_name}, <RelativeTime at={created_at} />
          {hasTask && (
            <>
              {' for '}
              <Anchor component={Link} to={`/project_manager/tasks/${task.id}`} inherit>
                {task.title}
              </Anchor>
            </>
          )}
        </span>
        {description && (
          <Text component="div" className="dimmed" fz="var(--text-small)">
            <Markdown>{description}</Markdown>
          </Text>
        )}
      </div>
      {mayDecide && (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            aria-label={`Accept ${title}`}
            onClick={() => void attempt(accept(id), `Added, and assigned to ${author.full_name}.`)}
          >
            Accept
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Decline ${title}`}
            onClick={() => void attempt(decline(id), 'Declined.')}
          >
            Decline
          </Button>
        </Group>
      )}
    </li>
  )
}
