import { Skeleton } from '@mantine/core'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { AccentColour } from './AccentColour.tsx'
import { SettingsSection } from './SettingsSection.tsx'

/** What the workspace looks like. */
export const Appearance = () => (
  <SettingsSection id="appearance" title="Appearance" note="What the workspace looks like to everybody in it.">
    <Loaded skeleton={<Skeleton height={120} animate={false} />} failed="Failed to load the settings.">
      <AccentColour />
    </Loaded>
  </SettingsSection>
)
