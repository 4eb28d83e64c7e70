import { Alert, Button, Group } from '@mantine/core'
import { textChanged } from 'contract'
import { Refused } from '../../api/call.ts'
import styles from './InlineField.module.css'

/** The present texts by field, if the server has refused to replace them because they have changed since their author began. */
export const changedTextsIn = (error: unknown): Record<string, string> | undefined =>
  error instanceof Refused && error.code === textChanged ? (error.body.texts as Record<string, string>) : undefined

type Props = {
  /** What the text is, within a sentence. */
  name: string
  /** As it is stored now. */
  theirs: string
  keepMine: () => void
  keepTheirs: () => void
}

/** Another person's text, which one's own would replace, and the choice between them. */
export const TextConflict = ({ name, theirs, keepMine, keepTheirs }: Props) => (
  <Alert role="alert" color="yellow" variant="light" my="xs" title={`The ${name} has been changed since you began`}>
    <div>It is now:</div>
    <blockquote className={styles.theirs}>{theirs || 'Empty'}</blockquote>
    <Group gap="xs" mt="xs">
      <Button size="xs" onClick={keepMine}>
        Keep mine
      </Button>
      <Button size="xs" variant="default" onClick={keepTheirs}>
        Keep this one
      </Button>
    </Group>
  </Alert>
)
