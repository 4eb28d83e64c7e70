import type { Accent, LeaveColor } from 'contract'
import styles from './ColourChoice.module.css'

type Colour = Accent | LeaveColor

const colourNames: Record<Colour, string> = {
  teal: 'Teal',
  blue: 'Blue',
  iris: 'Iris',
  plum: 'Plum',
  rose: 'Rose',
  rust: 'Rust',
  green: 'Green',
  slate: 'Slate',
}

type Props<C extends Colour> = {
  label: string
  name: string
  colours: readonly C[]
  /** The CSS colour of a choice. */
  inkOf: (colour: C) => string
  chosen: C | undefined
  choose: (colour: C) => void
}

/** Radio buttons for one of the product's colours. */
export const ColourChoice = <C extends Colour>({ label, name, colours, inkOf, chosen, choose }: Props<C>) => (
  <fieldset className={styles.colours}>
    <legend>{label}</legend>
    {colours.map((colour) => (
      <label key={colour} className={styles.colour}>
        <input type="radio" name={name} value={colour} checked={colour === chosen} onChange={() => choose(colour)} />
        <span className={styles.swatch} style={{ background: inkOf(colour) }} />
        {colourNames[colour]}
      </label>
    ))}
  </fieldset>
)
