import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useData } from '../api/data.ts'
import { domain } from '../session/domain.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { changed } from '../ui/form/formValue.ts'
import { TimezoneField } from '../ui/form/TimezoneField.tsx'
import { useFollowing } from '../ui/form/useFollowing.ts'
import { generalForm } from './form.ts'
import styles from './Settings.module.css'
import { SettingsSection } from './SettingsSection.tsx'
import { useSettingsChange } from './useSettingsChange.ts'

/** What the workspace is called, and when its days and weeks begin. */
export const General = () => (
  <SettingsSection id="general" title="General" note="What the workspace is called, and when its days and weeks begin.">
    <Loaded skeleton={<SkeletonRows rows={4} height={60} />} failed="Failed to load the settings.">
      <GeneralForm />
    </Loaded>
  </SettingsSection>
)

const firstDays = [
  { value: '1', label: 'Monday' },
  { value: '0', label: 'Sunday' },
  { value: '6', label: 'Saturday' },
]

function GeneralForm() {
  const settings = useData(api.settings.get, {})
  const change = useSettingsChange()
  const saved = generalForm.from(settings)
  const form = useServerForm({
    form: generalForm,
    start: saved,
    async submit(body) {
      const { name } = await change({ body: changed(body, generalForm.toBody(saved)) })
      form.set('name', name)
      toast.success('Settings saved.')
    },
    fallback: 'The settings could not be saved.',
  })
  useFollowing(form, { saved, toBody: generalForm.toBody })
  return (
    <ServerForm form={form}>
      <Stack gap="md" maw={420}>
        <TextInput
          label="Organization name"
          name="organization"
          autoComplete="organization"
          maxLength={255}
          {...form.field('name')}
        />
        <div>
          <Text fw="var(--weight-medium)">Address</Text>
          <div className={styles.address}>
            {settings.subdomain}.{domain}
          </div>
          <div className="fine">People log in here. It stays the same when the name changes.</div>
        </div>
        <TimezoneField meaning="and that day is today for everybody. Due dates keep their dates." {...form.field('timezone')} />
        <Select label="First day of the week" data={firstDays} {...form.field('first_day')} />
      </Stack>
      <Button type="submit" mt="var(--space-5)" loading={form.isPending}>
        Save
      </Button>
    </ServerForm>
  )
}
