import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { api, type TextChange } from 'contract'
import { useDeferredValue, useState } from 'react'
import { useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { queued } from '../api/queue.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { Markdown } from '../ui/text/Markdown.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import { Differences } from './Differences.tsx'
import styles from './Versions.module.css'
import type { VersionsOptions } from './versions.ts'

type Props = VersionsOptions & { close: () => void }

/** The versions of a comment, from the newest change on. */
export function NewestVersion({ comment_id, ...props }: Props & { comment_id: number }) {
  const { results } = useData(api.history.ofComment, { params: { comment_id: String(comment_id) }, query: { limit: '1' } })
  const [newest] = results
  return newest ? <Versions change_id={newest.id} {...props} /> : <Text c="dimmed">This comment has not been changed.</Text>
}

const views = [
  { value: 'changes', label: 'Changes' },
  { value: 'before', label: 'Before' },
  { value: 'after', label: 'After' },
]

/** A change of a text: what it removed and added, the text before and after it, and the ways to the changes next to it. */
export function Versions({ change_id, restore, close }: Props & { change_id: number }) {
  const [wanted, go] = useState(change_id)
  // The previous change stays until the next one has arrived.
  const shown_id = useDeferredValue(wanted)
  const change = useData(api.history.text, { params: { change_id: String(shown_id) } })
  const [view, setView] = useState('changes')
  const text = view === 'before' ? change.before : change.after
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        <span>
          <strong>{change.person.full_name}</strong> changed it <RelativeTime at={change.at} />
        </span>
        <Steps change={change} go={go} />
      </Group>
      <SegmentedControl aria-label="View" data={views} value={view} onChange={setView} />
      <div aria-live="polite" aria-busy={wanted !== shown_id} {...(wanted !== shown_id && { className: styles.waits })}>
        {view === 'changes' ? (
          <Differences before={change.before} after={change.after} />
        ) : text ? (
          <div className={styles.text}>
            <Markdown>{text}</Markdown>
          </div>
        ) : (
          <Text c="dimmed">The text was empty.</Text>
        )}
      </div>
      {restore && <Restore change={change} restore={restore} close={close} />}
    </Stack>
  )
}

function Steps({ change: { earlier, later }, go }: { change: TextChange; go: (id: number) => void }) {
  const step = (id: number | null) => () => {
    if (id !== null) go(id)
  }
  return (
    <Group gap="xs">
      <ReasonedButton
        variant="default"
        size="xs"
        reason={earlier === null ? 'This is the earliest change.' : undefined}
        onClick={step(earlier)}
      >
        Earlier
      </ReasonedButton>
      <ReasonedButton
        variant="default"
        size="xs"
        reason={later === null ? 'This is the latest change.' : undefined}
        onClick={step(later)}
      >
        Later
      </ReasonedButton>
    </Group>
  )
}

type RestoreProps = { change: TextChange; restore: (text: string) => Promise<unknown>; close: () => void }

/** Puts the text before the change back. Nothing is lost by it: the current text is in the history. */
function Restore({ change, restore, close }: RestoreProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const putBack = async () => {
    setPending(true)
    setProblem(undefined)
    try {
      const answer = await restore(change.before)
      close()
      if (answer !== queued) toast.success(change.field === 'comment' ? 'Comment restored.' : 'Description restored.')
    } catch (error) {
      setProblem(messageOf(error, 'The version could not be restored.'))
    }
    setPending(false)
  }
  return (
    <Stack gap="xs" className={styles.foot}>
      {problem && (
        <Alert role="alert" color="red" p="sm">
          {problem}
        </Alert>
      )}
      <Group justify="space-between" gap="xs">
        <span className="fine">The text from before this change becomes the current one.</span>
        <Button variant="default" size="xs" loading={isPending} onClick={() => void putBack()}>
          Restore this version
        </Button>
      </Group>
    </Stack>
  )
}
