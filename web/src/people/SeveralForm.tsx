import { Button, FileButton, Group, Text, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { api, type NewcomerPlan } from 'contract'
import { type DragEvent, useState } from 'react'
import { call, Refused } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { EncodingField } from '../ui/form/EncodingField.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { type FileText, readText } from '../ui/form/textFile.ts'
import { peopleForm } from './form.ts'
import { NewcomerReview } from './NewcomerReview.tsx'
import { affectedReads } from './read.ts'

const mostOfFile = { bytes: 1_000_000, message: 'This file is too large for a list of people.' }

/** A list of people, which is checked first and then added as a whole. */
export function SeveralForm({ close }: { close: () => void }) {
  const [plan, setPlan] = useState<NewcomerPlan>()
  const { mutateAsync: create } = useChange(api.newcomers.create, { touches: affectedReads })
  const form = useServerForm({
    form: peopleForm,
    async submit(body) {
      if (!plan) return setPlan(await call(api.newcomers.preview, { body }))
      try {
        await create({ body })
      } catch (error) {
        // Somebody has changed the workspace since the list was checked.
        if (error instanceof Refused && 'text' in error.body) return setPlan(await call(api.newcomers.preview, { body }))
        throw error
      }
      toast.success(`${peopleIn(plan)} added. Invitations are on their way.`, quick)
      close()
    },
    fallback: 'The list could not be read.',
  })
  return (
    <ServerForm form={form}>
      {plan ? <NewcomerReview plan={plan} /> : <ListField form={form} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        {plan ? (
          <Button variant="default" onClick={() => setPlan(undefined)}>
            Back to the List
          </Button>
        ) : (
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        )}
        <ReasonedButton type="submit" loading={form.isPending} reason={plan && reasonAgainst(plan)}>
          {plan ? `Add ${peopleIn(plan)}` : 'Check the List'}
        </ReasonedButton>
      </Group>
    </ServerForm>
  )
}

const peopleIn = ({ people }: NewcomerPlan) => (people.length === 1 ? '1 person' : `${people.length} people`)

function reasonAgainst({ wrong, refusal }: NewcomerPlan) {
  if (wrong) return 'Correct the list first: everybody is added, or nobody'
  return refusal ?? undefined
}

const example = `Name, Email, Role, Manager, Department, Job title
Nora Lind, nora@example.com, Project Manager, , Product, Product lead
Theo Park, theo@example.com, Developer, Nora Lind, Engineering, Engineer`

type FieldProps = {
  form: { field: (name: 'text') => object; set: (name: 'text', text: string) => void; clear: () => void }
}

/** The list, to type, to paste, or to fill from a file. */
function ListField({ form }: FieldProps) {
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<FileText>()
  const fill = (file: FileText) => {
    setChosen(file)
    form.set('text', file.text)
    form.clear()
    setProblem(undefined)
  }
  const read = async (file: File | null | undefined) => {
    if (!file) return
    try {
      fill(await readText(file, mostOfFile))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This file could not be read.')
    }
  }
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.files.length) return
    event.preventDefault()
    void read(event.dataTransfer.files[0])
  }
  return (
    <>
      <Text c="dimmed" mb="sm">
        Copy the rows from a spreadsheet, or choose a CSV file. Columns may be named in the first row; otherwise their order is
        name, email, role, manager, department, job title. Managers may be in the same list.
      </Text>
      <Textarea
        label="List of people"
        name="text"
        placeholder={example}
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        wrap="off"
        data-autofocus
        onDrop={drop}
        {...form.field('text')}
      />
      <Group gap="sm" mt="sm">
        <FileButton accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        {chosen && <EncodingField file={chosen} change={fill} />}
        {problem && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </Group>
    </>
  )
}
