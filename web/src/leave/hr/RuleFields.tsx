import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { MonthDayField } from './MonthDayField.tsx'
import type { RuleValues } from './typeForm.ts'

type Props = {
  values: RuleValues
  field: (name: Exclude<keyof RuleValues, 'carry_until'>) => object
  set: (field: 'carry_until', value: string) => void
  /** The message about the day, if it is wrong. */
  error?: React.ReactNode
}

const bases = [
  { value: 'granted', label: 'Granted each year' },
  { value: 'counted', label: 'Only counted' },
]
const grants = [
  { value: 'yearly', label: 'At once, when the year begins' },
  { value: 'monthly', label: 'Month by month' },
]
const carries = [
  { value: 'some', label: 'Some days at most' },
  { value: 'all', label: 'Everything' },
  { value: 'nothing', label: 'Nothing' },
]
const amount = { autoComplete: 'off', inputMode: 'decimal', maxLength: 10 } as const

/** The rules of a year. */
export const RuleFields = ({ values, field, set, error }: Props) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <NativeSelect
      label="Days"
      name="basis"
      description={values.basis === 'counted' ? 'There is no limit.' : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={bases}
      {...field('basis')}
    />
    {values.basis === 'granted' && (
      <>
        <TextInput label="Days a year" name="allowance" {...amount} {...field('allowance')} />
        <NativeSelect label="Granted" name="granted" data={grants} {...field('granted')} />
        <TextInput label="Days below zero allowed" name="overdraft" {...amount} {...field('overdraft')} />
        <NativeSelect label="Carried over to the next year" name="carry" data={carries} {...field('carry')} />
        {values.carry === 'some' && (
          <TextInput label="Most days carried over" name="carry_limit" {...amount} {...field('carry_limit')} />
        )}
        {values.carry !== 'nothing' && (
          <MonthDayField
            label="Has to be taken by"
            none="Any day"
            value={values.carry_until}
            error={error}
            onChange={(day) => set('carry_until', day)}
          />
        )}
      </>
    )}
  </SimpleGrid>
)
