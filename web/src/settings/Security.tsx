import { Skeleton, Switch } from '@mantine/core'
import { api } from 'contract'
import { useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { useSettingsChange } from './useSettingsChange.ts'

export const Security = () => (
  <SettingsSection id="security" title="Security" note="How people log in.">
    <Loaded skeleton={<Skeleton height={44} animate={false} />} failed="Failed to load the settings.">
      <SecondFactorSwitch />
    </Loaded>
  </SettingsSection>
)

/** The choice to require a second factor of everybody. */
function SecondFactorSwitch() {
  const { requires_second_factor } = useData(api.settings.get, {})
  const change = useSettingsChange()
  const choose = async (isRequired: boolean) => {
    const message = 'Whoever has none is asked to set one up before they go on working, at once and on every device.'
    if (isRequired && !(await confirm({ title: 'Require a second factor?', message }))) return
    try {
      await change({ body: { requires_second_factor: isRequired } })
      toast.success('Settings saved.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The setting could not be saved.', ['field', 'detail']))
    }
  }
  return (
    <Switch
      checked={requires_second_factor}
      onChange={(event) => void choose(event.currentTarget.checked)}
      label="Require a second factor"
      description="An app that shows codes, or a passkey, after the password. Everybody sets up their own."
    />
  )
}
