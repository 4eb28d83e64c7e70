import { ExportButton } from './ExportButton.tsx'
import { SettingsSection } from './SettingsSection.tsx'

export const YourData = () => (
  <SettingsSection
    id="your-data"
    title="Your Data"
    note="One file with everything in the workspace as it is now: people, projects, tasks, comments, chats and history. Passwords and sessions are left out, and so are the private data and documents that only HR and the person see."
  >
    <ExportButton />
  </SettingsSection>
)
