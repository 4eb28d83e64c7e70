import { NativeSelect } from '@mantine/core'
import { useLocations } from '../../locations/changes.ts'

type Props = { field: (name: 'location') => object }

/** Where the job is. */
export const LocationField = ({ field }: Props) => (
  <NativeSelect
    label="Location"
    name="location"
    data={[{ value: '', label: noLocation }, ...useLocations().map(({ id, name }) => ({ value: String(id), label: name }))]}
    {...field('location')}
  />
)

export const noLocation = 'Remote or unspecified'
