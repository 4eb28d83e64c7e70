import { Anchor, Box, Group, Stack } from '@mantine/core'
import type { Subtask } from 'contract'
import { Link } from 'react-router'
import { useHighlight } from '../../live/highlights.ts'
import { DueDate } from '../../ui/text/DueDate.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { PriorityBadge, TaskStatusBadge } from '../../ui/theme/badges.tsx'
import { Hours } from '../parts/Hours.tsx'
import { LabelTags } from '../parts/LabelTags.tsx'
import styles from './SubtaskCard.module.css'

/** The content of a card on the assignment board. */
export const SubtaskCard = ({ subtask, today }: { subtask: Subtask; today: string }) => (
  <Stack gap="var(--space-1-half)" className={styles.card} {...useHighlight('subtask', subtask.id)}>
    <Anchor
      component={Link}
      to={`/project_manager/tasks/${subtask.parent_task.id}`}
      className="clip-2"
      c="inherit"
      fw="var(--weight-medium)"
      lh={1.4}
      pr="lg"
      title={subtask.title}
    >
      {subtask.title}
    </Anchor>
    <Box className="truncate fine" mt="calc(-1 * var(--space-1))" title={`Part of ${subtask.parent_task.title}`}>
      {subtask.parent_task.title}
    </Box>
    <LabelTags labels={subtask.labels} />
    <Group gap="var(--space-1) var(--space-2)">
      <TaskStatusBadge status={subtask.status} />
      <PriorityBadge priority={subtask.priority} />
    </Group>
    <Group gap="var(--space-1) var(--space-2)">
      {subtask.due_date && <DueDate date={subtask.due_date} today={today} isDone={subtask.status === 'done'} />}
      {subtask.estimated_hours !== null && <Hours>{subtask.estimated_hours}</Hours>}
      {subtask.assigned_to && (
        <Box component="span" ml="auto" role="img" aria-label={`Assigned to ${subtask.assigned_to.full_name}`}>
          <Initials id={subtask.assigned_to.id} name={subtask.assigned_to.full_name} size={20} />
        </Box>
      )}
    </Group>
  </Stack>
)
