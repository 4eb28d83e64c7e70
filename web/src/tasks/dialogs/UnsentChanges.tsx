import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type QueuedChange, queue, useQueuedChanges } from '../../api/queue.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import styles from './UnsentChanges.module.css'

/** The changes of this person that wait for a connection, and those that the server has refused. */
export function UnsentChanges({ close }: { close: () => void }) {
  const changes = useQueuedChanges()
  return (
    <Modal opened onClose={close} title="Unsent changes" size="lg">
      {changes.length === 0 && <Text>Everything has been sent.</Text>}
      <Stack component="ul" gap="md" className={styles.list}>
        {changes.map((change) => (
          <Unsent key={change.number} change={change} />
        ))}
      </Stack>
    </Modal>
  )
}

function Unsent({ change }: { change: QueuedChange }) {
  const { about, text, made_at, reason } = change
  const discard = async () => {
    const question = { title: 'Discard this change?', message: 'It is not sent, and its text is lost.', isDangerous: true }
    if (await confirm(question)) await queue.discard(change)
  }
  return (
    <li className={styles.change}>
      <Group gap="xs" justify="space-between" align="baseline">
        <Text inherit component="strong" fw="var(--weight-medium)" className={styles.about}>
          {about}
        </Text>
        <span className="fine">
          <RelativeTime at={new Date(made_at).toISOString()} />
        </span>
      </Group>
      {text && (
        <div className={styles.text}>
          <Markdown>{text}</Markdown>
        </div>
      )}
      <Group gap="xs" mt="2xs">
        <Text inherit flex={1} c={reason === undefined ? 'dimmed' : 'var(--mantine-color-error)'} className={styles.about}>
          {reason ?? 'Waiting to be sent'}
        </Text>
        {reason !== undefined && (
          <Button size="compact-sm" variant="light" aria-label={`Try again: ${about}`} onClick={() => void queue.retry(change)}>
            Try again
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" aria-label={`Discard: ${about}`} onClick={() => void discard()}>
          Discard
        </Button>
      </Group>
    </li>
  )
}
