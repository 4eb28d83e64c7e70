import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type DirectoryPerson, isDate, type LeaveType } from 'contract'
import { useState } from 'react'
import { readOf, useChange } from '../../api/data.ts'
import { argsOf } from '../../directory/person/records.ts'
import { useToday } from '../../session/today.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { daysInWords } from '../words.ts'
import { ledgers } from './changes.ts'
import { correctionForm } from './correctionForm.ts'
import { halvesIn } from './halves.ts'

type Props = { person: DirectoryPerson; types: readonly LeaveType[]; close: () => void }

/** Adds a row to a person's ledger, for what the rules can't know. */
export const CorrectBalance = (props: Props) => (
  <FormDialog isOpen close={props.close} title="Correct Balance">
    <CorrectionForm {...props} />
  </FormDialog>
)

function CorrectionForm({ person, types, close }: Props) {
  const today = useToday()
  const { mutateAsync } = useChange(api.leave.correct, { touches: ledgers })
  const [start] = useState({ ...correctionForm.blank, type: String(types[0]?.id ?? ''), day: today })
  const form = useServerForm({
    form: correctionForm,
    start,
    context: { today },
    async submit(body) {
      await mutateAsync({ ...argsOf(person.id), body })
      toast.success('Balance corrected.', quick)
      close()
    },
    fallback: 'The balance could not be corrected.',
  })
  const { type, day, half_days } = form.values
  const chosen = types.find(({ id }) => String(id) === type)
  return (
    <ServerForm form={form}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" mb="md">
        <NativeSelect
          label="Type"
          name="type"
          data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('type')}
        />
        <DateField label="Counts from" today={today} {...form.field('day')} />
      </SimpleGrid>
      <TextInput
        label="Days"
        name="half_days"
        description="Such as 2 to add two days, or -0.5 to take away half a day."
        autoComplete="off"
        maxLength={10}
        withAsterisk
        data-autofocus
        mb="md"
        {...form.field('half_days')}
      />
      <TextInput
        label="Reason"
        name="reason"
        description={`${person.full_name} sees it in the ledger.`}
        autoComplete="off"
        maxLength={500}
        withAsterisk
        {...form.field('reason')}
      />
      {chosen && isDate(day) && <Effect person={person} type={chosen} year={day.slice(0, 4)} halves={halvesIn(half_days) ?? 0} />}
      <DialogButtons submit="Correct" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

type EffectProps = { person: DirectoryPerson; type: LeaveType; year: string; halves: number }

/** The balance before and after. */
function Effect({ person, type, year, halves }: EffectProps) {
  const args = { ...argsOf(person.id), query: { year } }
  const { data } = useQuery({ ...readOf(api.leave.balancesOf, args), placeholderData: keepPreviousData })
  const balance = data?.balances.find((each) => each.type === type.id)
  return (
    <Text inherit role="status" mt="md" mih="1.5em">
      {data && String(data.year) === year && (balance ? effectInWords(balance.left, { halves, year }) : archived)}
    </Text>
  )
}

const archived = 'The balances of this type are not shown while it is archived.'

function effectInWords(left: number | null, { halves, year }: { halves: number; year: string }) {
  if (left === null) return `Days of this type are only counted in ${year}: a correction changes nothing that is shown.`
  const now = `Left at the end of ${year}: ${daysInWords(left)}`
  return halves === 0 ? `${now}.` : `${now}, then ${daysInWords(left + halves)}.`
}
