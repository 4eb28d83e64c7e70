import { Stack } from '@mantine/core'
import { AccentColour } from './AccentColour.tsx'
import { LogoField } from './LogoField.tsx'
import { SettingsSection } from './SettingsSection.tsx'

/** What the workspace looks like. */
export const Appearance = () => (
  <SettingsSection id="appearance" title="Appearance" note="What the workspace looks like to everybody in it.">
    <Stack gap="lg">
      <LogoField />
      <AccentColour />
    </Stack>
  </SettingsSection>
)
