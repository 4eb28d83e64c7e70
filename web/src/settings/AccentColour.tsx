import { type Accent, accents, api } from 'contract'
import { usePending } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { ColourChoice } from '../ui/form/ColourChoice.tsx'
import { accentColors } from '../ui/theme/colors.ts'
import { useSettingsChange } from './useSettingsChange.ts'

/** The colour of buttons and links. A choice applies at once, and is taken back if it can't be saved. */
export function AccentColour() {
  const { tenant } = useMe()
  const change = useSettingsChange()
  const chosen = usePending(api.settings.update).findLast(({ body }) => body.accent)?.body.accent
  const choose = (accent: Accent) =>
    change({ body: { accent } }).catch((error: unknown) => toast.error(messageOf(error, 'The colour could not be saved.')))
  return (
    <ColourChoice
      label="Accent colour"
      name="accent"
      colours={accents}
      inkOf={(accent) => accentColors[accent][7]}
      chosen={chosen ?? tenant?.accent}
      choose={(accent) => void choose(accent)}
    />
  )
}
