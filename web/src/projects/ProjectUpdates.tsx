import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { api, type Project, type ProjectUpdate } from 'contract'
import { suspending, useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { Markdown } from '../ui/text/Markdown.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { HealthBadge } from '../ui/theme/badges.tsx'
import { inactive } from './activation.ts'
import { postUpdateDialog } from './dialogs.ts'
import styles from './ProjectPage.module.css'
import { ProjectState } from './ProjectState.tsx'
import { updatesOf, useUpdateChanges } from './updates.ts'

/** How the project stands by its work, and what its manager says about it. */
export function ProjectUpdates({ project }: { project: Project }) {
  const health = useData(api.health.projects, {}).find((each) => each.project === project.id)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(
    suspending(updatesOf(String(project.id))),
  )
  const updates = data.pages.flatMap(({ results }) => results)
  const { dialog, open, close } = useDialog<true>()
  const mayPost = useMe().role !== 'developer'
  return (
    <section aria-labelledby="updates">
      <Group className={styles.heading} justify="space-between" gap="xs" mb="2xs">
        <Title order={2} fz="var(--text-large)" id="updates">
          Status Updates
        </Title>
        {mayPost && (
          <ReasonedButton
            variant="subtle"
            size="compact-xs"
            reason={project.is_active ? undefined : inactive}
            onClick={() => open(true)}
          >
            + Post Update
          </ReasonedButton>
        )}
      </Group>
      <Stack gap="sm">
        {health && <ProjectState state={health.state} reason={health.reason || 'By its dates and estimates'} />}
        {updates.length === 0 ? (
          <p className="dimmed">Nobody has posted an update yet.</p>
        ) : (
          <Stack gap="sm" renderRoot={(props) => <ol {...props} />}>
            {updates.map((update) => (
              <Update key={update.id} update={update} isFixed={!project.is_active} />
            ))}
          </Stack>
        )}
        {hasNextPage && (
          <Button variant="subtle" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier updates
          </Button>
        )}
      </Stack>
      <Later of={postUpdateDialog} shown={dialog && { project, state: health?.state ?? 'on_track', close }} />
    </section>
  )
}

function Update({ update: { id, author, state, text, created_at }, isFixed }: { update: ProjectUpdate; isFixed: boolean }) {
  const me = useMe()
  const { remove } = useUpdateChanges()
  const mayRemove = !isFixed && (me.role === 'tenant_admin' || me.id === author.id)
  const askAndRemove = async () => {
    const message = 'It disappears for everybody in the project.'
    if (!(await confirm({ title: 'Delete this update?', message, isDangerous: true }))) return
    await remove(id).then(
      () => toast.success('Update deleted.'),
      (error) => toast.error(messageOf(error, 'Failed to delete the update.')),
    )
  }
  return (
    <li className={styles.update}>
      <Group gap="var(--space-1) var(--space-2)">
        <HealthBadge state={state} />
        <span className="fine">
          {author.full_name} · <RelativeTime at={created_at} />
        </span>
        {mayRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            ms="auto"
            aria-label="Delete this update"
            title="Delete"
            onClick={() => void askAndRemove()}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <Text component="div" className={styles.description}>
        <Markdown>{text}</Markdown>
      </Text>
    </li>
  )
}
