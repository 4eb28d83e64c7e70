import { Select } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useMinute } from '../hooks/useMinute.ts'
import { timeIn } from '../text/dates.ts'

type Props = {
  value?: string
  error?: ReactNode
  onChange?: (timezone: string) => void
  /** The end of the sentence about the time there, after a comma. */
  meaning?: string
}

/** A time zone by its name, with the time that it is there. */
export function TimezoneField({ value = 'UTC', onChange, meaning, ...field }: Props) {
  const zones = useMemo(() => zonesWith(value), [value])
  const now = useMinute()
  return (
    <Select
      label="Time zone"
      searchable
      nothingFoundMessage="No such time zone"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={`It is ${timeIn(value, now)} there${meaning ? `, ${meaning}` : '.'}`}
      data={zones}
      value={value}
      onChange={(timezone) => onChange?.(timezone ?? '')}
      {...field}
    />
  )
}

/** Browsers leave out UTC and older names, of which the workspace may have one. */
const zonesWith = (timezone: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', timezone])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }))
