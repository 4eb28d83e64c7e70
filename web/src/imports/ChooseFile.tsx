import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconClipboardText, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { type ChosenFile, chosen, readFile } from './files.ts'
import styles from './Imports.module.css'

/** A file to choose or to drop, or text to paste. */
export function ChooseFile({ choose }: { choose: (file: ChosenFile) => void }) {
  const [problem, setProblem] = useState<string>()
  const [isPasting, setPasting] = useState(false)
  const [isOver, setOver] = useState(false)
  const read = async (file: File | null | undefined) => {
    if (!file) return
    try {
      choose(await readFile(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This file could not be read.')
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <section aria-labelledby="choose">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard and touch */}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <h2 id="choose" className={styles.dropTitle}>
          Bring tasks from a spreadsheet, Trello, Asana or Jira
        </h2>
        <Text c="dimmed" ta="center" maw={520}>
          Drop a file here, or choose one. You see what would happen first: nothing is created before you say so.
        </Text>
        <Group gap="xs" justify="center">
          <FileButton accept=".csv,.tsv,.txt,.json,text/csv,application/json" onChange={(file) => void read(file)}>
            {(props) => (
              <Button {...props} leftSection={<IconUpload size={16} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            aria-expanded={isPasting}
            leftSection={<IconClipboardText size={16} aria-hidden />}
            onClick={() => setPasting(!isPasting)}
          >
            Paste instead
          </Button>
        </Group>
        {problem && (
          <Text role="alert" c="var(--mantine-color-error)" ta="center">
            {problem}
          </Text>
        )}
        {isPasting && <Paste choose={choose} report={setProblem} />}
      </div>
      <dl className={styles.origins}>
        {origins.map(({ name, how }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="dimmed">{how}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const origins = [
  { name: 'Spreadsheet', how: 'Save the sheet as CSV, with the names of the columns in its first row.' },
  { name: 'Trello', how: 'Board menu, Print, export and share, Export as JSON.' },
  { name: 'Asana', how: 'Menu beside the project’s name, Export, CSV or JSON.' },
  { name: 'Jira', how: 'List of issues, Export, Export CSV (all fields).' },
]

type PasteProps = { choose: (file: ChosenFile) => void; report: (problem: string) => void }

function Paste({ choose, report }: PasteProps) {
  const [text, setText] = useState('')
  const go = () => {
    try {
      choose(chosen({ text }, ''))
    } catch (error) {
      report(error instanceof Error ? error.message : '')
    }
  }
  return (
    <Stack gap="xs" className={styles.paste}>
      <Textarea
        label="Rows of a spreadsheet, or the content of an export"
        autosize
        minRows={5}
        maxRows={12}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button onClick={go}>Continue</Button>
      </Group>
    </Stack>
  )
}
