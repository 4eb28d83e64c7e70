import { type Accent, accents, api } from 'contract'
import { usePending } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { accentColors } from '../ui/theme/colors.ts'
import styles from './Settings.module.css'
import { useSettingsChange } from './useSettingsChange.ts'

const names: Record<Accent, string> = {
  teal: 'Teal',
  blue: 'Blue',
  iris: 'Iris',
  plum: 'Plum',
  rose: 'Rose',
  rust: 'Rust',
  green: 'Green',
  slate: 'Slate',
}

/** The colour of buttons and links. A choice applies at once, and is taken back if it can't be saved. */
export function AccentColour() {
  const { tenant } = useMe()
  const change = useSettingsChange()
  const chosen = usePending(api.settings.update).findLast(({ body }) => body.accent)?.body.accent
  const choose = (accent: Accent) =>
    change({ body: { accent } }).catch((error: unknown) => toast.error(messageOf(error, 'The colour could not be saved.')))
  return (
    <fieldset className={styles.colours}>
      <legend>Accent colour</legend>
      {accents.map((accent) => (
        <label key={accent} className={styles.colour}>
          <input
            type="radio"
            name="accent"
            value={accent}
            checked={accent === (chosen ?? tenant?.accent)}
            onChange={() => void choose(accent)}
          />
          <span className={styles.swatch} style={{ background: accentColors[accent][7] }} />
          {names[accent]}
        </label>
      ))}
    </fieldset>
  )
}
