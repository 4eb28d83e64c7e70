import { Text, TextInput, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type LeaveType, policyIn } from 'contract'
import { useToday } from '../../session/today.ts'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { RowButton } from '../../ui/list/RowButton.tsx'
import { useRuleChanges } from './changes.ts'
import styles from './LeaveTypes.module.css'
import { policyInWords } from './policyWords.ts'
import { RuleFields } from './RuleFields.tsx'
import { type RuleValues, ruleForm, yearForm, yearIn } from './typeForm.ts'

type Props = { type: LeaveType; close: () => void }

export const RulesDialog = (props: Props) => (
  <FormDialog isOpen close={props.close} title={`Rules of ${props.type.name}`} size="xl">
    <Rules {...props} />
  </FormDialog>
)

/** Begins with the rules of this year. */
function Rules({ type, close }: Props) {
  const thisYear = Number(useToday().slice(0, 4))
  const { set, remove } = useRuleChanges(type)
  const present = policyIn(type.policies, thisYear) ?? type.policies[0]
  const form = useServerForm({
    form: yearForm,
    start: { ...(present ? ruleForm.from(present) : ruleForm.blank), year: String(thisYear) },
    async submit(body) {
      await set(yearIn(form.values.year) ?? thisYear, body)
      toast.success('Rules saved. All balances follow.', quick)
      close()
    },
    fallback: 'The rules could not be saved.',
  })
  const load = (policy: LeaveType['policies'][number]) => {
    const rules = Object.entries(ruleForm.from(policy)) as [keyof RuleValues, RuleValues[keyof RuleValues]][]
    for (const [field, value] of rules) form.set(field, value as never)
    form.set('year', String(policy.year))
    form.ref.current?.querySelector<HTMLElement>('[name="year"]')?.focus()
  }
  const typed = yearIn(form.values.year)
  return (
    <>
      <Years type={type} edit={load} remove={(year) => void remove(year)} />
      <ServerForm form={form}>
        <Title order={3} fz="var(--text-body)" mb="xs">
          Change the rules
        </Title>
        <TextInput
          label="From the year"
          name="year"
          w={160}
          mb="md"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          data-autofocus
          {...form.field('year')}
        />
        <RuleFields values={form.values} field={form.field} set={form.set} error={form.errors.carry_until} />
        <Text inherit role="status" mt="md" c="dimmed">
          {typed !== undefined && effectInWords(type, typed, thisYear)}
        </Text>
        <DialogButtons submit="Save" isPending={form.isPending} cancel={close} />
      </ServerForm>
    </>
  )
}

/** The meaning of a change of the rules from a year on. */
function effectInWords({ policies }: LeaveType, year: number, thisYear: number) {
  const next = policies.find((policy) => policy.year > year)
  const replaced = policies.some((policy) => policy.year === year) ? `Replaces the rules from ${year}. ` : ''
  const until = next ? ` to ${next.year - 1}` : ' on'
  const past =
    year < thisYear
      ? ' Past years are computed again as well. No row of a ledger changes: the differences are added.'
      : ` Years before ${year} stay as they are.`
  return `${replaced}All balances from ${year}${until} follow at once.${past}`
}

type YearsProps = { type: LeaveType; edit: (policy: LeaveType['policies'][number]) => void; remove: (year: number) => void }

/** The rules of all years, the earliest first. */
const Years = ({ type: { policies }, edit, remove }: YearsProps) => (
  <table className={styles.years} aria-label="Rules by year">
    <thead>
      <tr>
        <th scope="col">From</th>
        <th scope="col">Rules</th>
        <th scope="col">Actions</th>
      </tr>
    </thead>
    <tbody>
      {policies.map((policy) => (
        <tr key={policy.year}>
          <td className="tabular">{policy.year}</td>
          <td>{policyInWords(policy)}</td>
          <td>
            <RowButton icon={IconPencil} title="Change" of={`the rules from ${policy.year}`} onClick={() => edit(policy)} />
            {policies.length > 1 && (
              <RowButton
                icon={IconTrash}
                title="Delete"
                of={`the rules from ${policy.year}`}
                onClick={() => remove(policy.year)}
              />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
