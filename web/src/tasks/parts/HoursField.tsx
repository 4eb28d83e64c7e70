import { NumberInput, type NumberInputProps } from '@mantine/core'

/** Estimated hours, with a point or a comma. The form judges what is out of range, so that nothing typed is changed. */
export const HoursField = (props: NumberInputProps) => (
  <NumberInput label="Estimated Hours" min={0} step={0.1} clampBehavior="none" allowedDecimalSeparators={['.', ',']} {...props} />
)
