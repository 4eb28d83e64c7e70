import { Checkbox, Select, Stack, Text, TextInput } from '@mantine/core'
import { api, type HolidayCalendar, type Location } from 'contract'
import { useData } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { TimezoneField } from '../ui/form/TimezoneField.tsx'
import { useLocationChanges, useLocations } from './changes.ts'
import { locationForm } from './form.ts'
import { changeInWords, checkInWords } from './words.ts'

type Props = {
  /** Absent for a new one. */
  location?: Location | undefined
  close: () => void
}

export const LocationDialog = ({ location, close }: Props) => (
  <FormDialog isOpen close={close} title={location ? 'Edit Location' : 'Add Location'}>
    <Fields location={location} close={close} />
  </FormDialog>
)

function Fields({ location, close }: Props) {
  const calendars = useData(api.locations.calendars, {})
  const form = useLocationForm(location, close)
  const { country, region } = locationForm.toBody(form.values)
  const calendar = calendars.find((each) => each.country === country)
  const regions = calendar?.regions ?? []
  const effect = location && changeInWords(calendars, location, { country, region })
  const chooseCountry = (chosen: string | null) => {
    form.set('country', chosen ?? '')
    form.set('region', '')
    const [zone] = calendars.find((each) => each.country === chosen)?.timezones ?? []
    if (zone) form.set('timezone', zone)
  }
  return (
    <ServerForm form={form}>
      <Stack>
        <TextInput
          label="Name"
          name="name"
          autoComplete="off"
          withAsterisk
          maxLength={100}
          data-autofocus
          {...form.field('name')}
        />
        <Select
          label="Country"
          description="Its public holidays are filled in each year."
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such country"
          data={countriesOf(calendars)}
          {...form.field('country')}
          onChange={chooseCountry}
        />
        {regions.length > 0 && (
          <Select
            label="Region"
            description="Some holidays are those of a region only."
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'No region' }}
            placeholder="None"
            nothingFoundMessage="No such region"
            data={regions.map((each) => ({ value: each.region, label: each.name }))}
            {...form.field('region')}
            value={form.values.region || null}
            onChange={(chosen) => form.set('region', chosen ?? '')}
          />
        )}
        {calendar && (
          <Text inherit c="dimmed">
            {checkInWords(calendar)}
          </Text>
        )}
        {effect && (
          <Text inherit role="status" c="var(--warning-ink)" bg="var(--warning-paper)" bdrs="md" px="sm" py="xs">
            {effect}
          </Text>
        )}
        <TimezoneField {...form.field('timezone')} />
        <Checkbox
          label="Default for people without a location"
          checked={form.values.is_default}
          onChange={(event) => form.set('is_default', event.currentTarget.checked)}
        />
      </Stack>
      <DialogButtons submit={location ? 'Save' : 'Add Location'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

function useLocationForm(location: Location | undefined, close: () => void) {
  const { tenant } = useMe()
  const isFirst = useLocations().length === 0
  const { add, change } = useLocationChanges()
  return useServerForm({
    form: locationForm,
    start: location
      ? locationForm.from(location)
      : { ...locationForm.blank, timezone: tenant?.timezone ?? 'UTC', is_default: isFirst },
    async submit(body, changes) {
      // The same code may be a region of both countries.
      const { region } = body
      if (!location) await add(body)
      else if (Object.keys(changes).length > 0)
        await change(location.id, changes.country === undefined ? changes : { ...changes, region })
      toast.success(location ? 'Location saved.' : 'Location added.', quick)
      close()
    },
    fallback: 'The location could not be saved.',
  })
}

const countriesOf = (calendars: readonly HolidayCalendar[]) => [
  { value: '', label: 'None: holidays are entered by hand' },
  ...calendars.map(({ country, name }) => ({ value: country, label: name })),
]
