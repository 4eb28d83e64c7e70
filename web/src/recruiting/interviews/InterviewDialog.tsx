import { MultiSelect, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { type Application, api, durationInWords, type Interview, mostInterviewers } from 'contract'
import { useState } from 'react'
import { useData, usePreload } from '../../api/data.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { useInterviewChanges } from '../changes.ts'
import { interviewForm, lengthsWith } from './form.ts'
import styles from './Interviews.module.css'

type Props = {
  application: Application
  /** Absent for a new one. */
  interview?: Interview
  close: () => void
}

/** Plans an interview, or changes one. */
export function InterviewDialog(props: Props) {
  usePreload(api.directory.list, {})
  return (
    <FormDialog isOpen close={props.close} title={props.interview ? 'Change Interview' : 'Plan Interview'} size="lg">
      <Loaded skeleton={<SkeletonRows rows={6} />} failed="The people could not be loaded.">
        <InterviewFields {...props} />
      </Loaded>
    </FormDialog>
  )
}

const now = () => Date.now()
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

function InterviewFields({ application, interview, close }: Props) {
  const today = useToday()
  const { add, change } = useInterviewChanges(application.id)
  const [start] = useState(() => (interview ? interviewForm.from(interview) : interviewForm.blank))
  const form = useServerForm({
    form: interviewForm,
    start,
    context: { now },
    async submit(body) {
      await (interview ? change(interview.id, body) : add(body))
      toast.success(
        interview
          ? 'Interview changed. The applicant and the interviewers get a mail.'
          : 'Interview planned. The applicant and the interviewers get an invitation.',
      )
      close()
    },
    fallback: `The interview could not be ${interview ? 'changed' : 'planned'}.`,
  })
  return (
    <ServerForm form={form}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" mb="md">
        <DateField label="Day" today={today} min={today} withAsterisk data-autofocus {...form.field('day')} />
        <TextInput
          label="Time"
          type="time"
          description={`Time zone: ${zone()}`}
          inputWrapperOrder={order}
          withAsterisk
          {...form.field('time')}
        />
        <NativeSelect
          label="Length"
          data={lengthsWith(Number(start.minutes)).map((each) => ({ value: String(each), label: durationInWords(each) }))}
          {...form.field('minutes')}
        />
      </SimpleGrid>
      <Interviewers chosen={form.values.interviewers} {...form.field('interviewers')} />
      <TextInput
        label="Place"
        description="A room, or the link to a call. The applicant sees it."
        autoComplete="off"
        maxLength={300}
        mb="md"
        {...form.field('place')}
      />
      <Textarea
        label="Agenda"
        description="The applicant sees it."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        {...form.field('agenda')}
      />
      <DialogButtons submit={interview ? 'Save and Notify' : 'Plan and Invite'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

function Interviewers({ chosen, ...field }: { chosen: readonly string[] }) {
  const people = useData(api.directory.list, {})
  return (
    <MultiSelect
      label="Interviewers"
      description="They see the applicant’s page from then on."
      placeholder={chosen.length > 0 ? '' : 'Choose people'}
      data={people.map(({ id, full_name }) => ({ value: String(id), label: full_name }))}
      searchable
      hidePickedOptions
      maxValues={mostInterviewers}
      limit={50}
      nothingFoundMessage="Nobody has this name."
      withAsterisk
      // The whole field is outlined.
      classNames={{ pill: styles.pill }}
      styles={{ inputField: { outline: 'none' } }}
      mb="md"
      {...field}
    />
  )
}
