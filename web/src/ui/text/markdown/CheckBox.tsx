import { plainText } from 'contract/plain-text'
import type { Tokens } from 'marked'
import { useState } from 'react'
import { labelOf, type Reading } from './contents.ts'
import styles from './Markdown.module.css'

type Props = { item: Tokens.ListItem } & Pick<Reading, 'boxes' | 'setCheckBox'>

/** The box of an item. It is disabled where the person may not tick it. */
export function CheckBox({ item, boxes, setCheckBox }: Props) {
  // Holds until the change is made or refused, because its text arrives a moment later than the click.
  const [wanted, setWanted] = useState<boolean>()
  const text = labelOf(item)
  const tick = async (is_checked: boolean) => {
    setWanted(is_checked)
    try {
      await setCheckBox?.({ number: boxes.indexOf(item), text, is_checked })
    } finally {
      setWanted(undefined)
    }
  }
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={plainText(text)}
      checked={wanted ?? item.checked ?? false}
      disabled={!setCheckBox}
      onChange={({ currentTarget }) => void tick(currentTarget.checked)}
    />
  )
}
