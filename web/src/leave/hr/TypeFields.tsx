import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type LeaveColor, leaveColors } from 'contract'
import { ColourChoice } from '../../ui/form/ColourChoice.tsx'
import type { TypeValues } from './typeForm.ts'

type Props = {
  values: TypeValues
  field: (name: 'name' | 'proof') => object
  choose: (color: LeaveColor) => void
  check: (name: 'needs_approval' | 'allows_half_days', isChecked: boolean) => void
}

const proofs = [
  { value: 'none', label: 'Nothing' },
  { value: 'note', label: 'A note' },
  { value: 'document', label: 'A document, such as a certificate' },
]

/** The fields that are the same in each year. */
export const TypeFields = ({ values, field, choose, check }: Props) => (
  <Stack>
    <TextInput
      label="Name"
      name="name"
      description="Only HR and the person see it. Others see that somebody is away."
      autoComplete="off"
      withAsterisk
      maxLength={100}
      data-autofocus
      {...field('name')}
    />
    <ColourChoice
      label="Colour in calendars"
      name="color"
      colours={leaveColors}
      inkOf={(color) => `var(--leave-${color}-ink)`}
      chosen={values.color}
      choose={choose}
    />
    <NativeSelect label="Each request needs" name="proof" data={proofs} {...field('proof')} />
    <Checkbox
      label="Needs approval"
      description="Otherwise it counts as soon as it is entered."
      checked={values.needs_approval}
      onChange={({ currentTarget }) => check('needs_approval', currentTarget.checked)}
    />
    <Checkbox
      label="Can be taken in half days"
      checked={values.allows_half_days}
      onChange={({ currentTarget }) => check('allows_half_days', currentTarget.checked)}
    />
  </Stack>
)
