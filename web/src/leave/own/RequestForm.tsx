import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { api, type LeaveType } from 'contract'
import { useEffect } from 'react'
import { useChange } from '../../api/data.ts'
import type { useDraftFiles } from '../../files/useDraftFiles.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { affectedReads, useLeaveTypes } from '../read.ts'
import { Days } from './Days.tsx'
import { DocumentsField } from './DocumentsField.tsx'
import { requestForm } from './form.ts'
import { Preview } from './Preview.tsx'
import styles from './Request.module.css'

type Props = {
  person: { id: number; full_name: string }
  drafts: ReturnType<typeof useDraftFiles>
  close: () => void
}

export function RequestForm({ person, drafts, close }: Props) {
  const types = [...useLeaveTypes().values()].filter(({ is_archived }) => !is_archived)
  const { form, type, isForOther } = useRequest({ person, drafts, close, types })
  const { values, errors } = form
  const choose = (id: string) => {
    form.set('type', id)
    const chosen = types.find((each) => String(each.id) === id)
    if (chosen?.allows_half_days) return
    form.set('starts_at_noon', false)
    form.set('ends_at_noon', false)
  }
  return (
    <ServerForm form={form}>
      {isForOther && (
        <Text inherit c="dimmed" mb="md" className={styles.words}>
          It is approved as soon as you enter it, and {person.full_name} is notified.
        </Text>
      )}
      <div className={styles.columns}>
        <Stack>
          <NativeSelect
            label="Type"
            withAsterisk
            data={[
              ...(values.type ? [] : [{ value: '', label: 'Choose a type' }]),
              ...types.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...form.field('type')}
            {...(type && !type.needs_approval && !isForOther && { description: 'It needs no approval.' })}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <Days
            person_id={person.id}
            values={values}
            allowsHalfDays={type?.allows_half_days ?? false}
            problems={[errors.from, errors.to, errors.starts_at_noon, errors.ends_at_noon]}
            change={(days) => {
              for (const [name, value] of Object.entries(days)) form.set(name as 'from', value as string)
            }}
          />
        </Stack>
        <Stack>
          <Preview person={person} values={values} isForOther={isForOther} shown={Object.values(errors)} />
          <Textarea
            label="Note"
            description={`Seen by HR and ${isForOther ? person.full_name : 'you'} only.`}
            withAsterisk={type?.proof === 'note'}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            {...form.field('note')}
          />
          <DocumentsField drafts={drafts} isRequired={type?.proof === 'document'} error={errors.documents} />
        </Stack>
      </div>
      <DialogButtons submit={isForOther ? 'Enter Leave' : 'Request Leave'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

function useRequest({ person, drafts, close, types }: Props & { types: readonly LeaveType[] }) {
  const { id: me } = useMe()
  const today = useToday()
  const isForOther = person.id !== me
  const { mutateAsync } = useChange(api.leave.request, { touches: affectedReads })
  // Most requests are for the type with an allowance.
  const usual = isForOther ? undefined : types.find((each) => hasAllowance(each, today))
  const typeOf = (id: string) => types.find((each) => String(each.id) === id)
  const form = useServerForm({
    form: {
      ...requestForm,
      problems: (values: typeof requestForm.blank) =>
        requestForm.problems(values, { type: typeOf(values.type), isArriving: drafts.isArriving }),
    },
    start: { ...requestForm.blank, type: usual ? String(usual.id) : '' },
    async submit(body) {
      const { status } = await mutateAsync({ body: { ...body, ...(isForOther && { person: person.id }) } })
      const words = status === 'approved' ? 'Leave entered.' : 'Leave requested.'
      toast.success(isForOther ? `Leave entered for ${person.full_name}.` : words)
      close()
    },
    fallback: 'The leave could not be requested.',
  })
  const { set } = form
  const sent = JSON.stringify(drafts.ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` is another function with each render
  useEffect(() => set('documents', JSON.parse(sent)), [sent])
  return { form, type: typeOf(form.values.type), isForOther }
}

/** True if the type has days of its own in this year. */
const hasAllowance = ({ policies }: LeaveType, today: string) =>
  (policies.findLast(({ year }) => year <= Number(today.slice(0, 4)))?.allowance ?? null) !== null
