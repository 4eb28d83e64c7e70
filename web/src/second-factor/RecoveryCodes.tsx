import { Button, Group, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { copy } from '../ui/feedback/copy.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import styles from './SecondFactor.module.css'

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const text = codes.join('\n')
  const copyAll = async () => {
    if (await copy(text, { title: 'Your recovery codes', message: 'Keep them where others don’t find them.' }))
      toast.success('Copied.', quick)
  }
  return (
    <>
      <Text inherit>
        Each of these codes takes the place of your app or passkey once, for the day on which you have lost it. Keep them where
        others don’t find them. They are not shown again.
      </Text>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyAll()}>
            Copy
          </Button>
          <Button
            variant="default"
            component="a"
            leftSection={<IconDownload size={16} aria-hidden />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="atrium-recovery-codes.txt"
          >
            Save
          </Button>
        </Group>
        <Button onClick={close} data-autofocus>
          Done
        </Button>
      </Group>
    </>
  )
}
