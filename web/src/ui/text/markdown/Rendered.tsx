import { checkBoxesIn } from 'contract/markdown'
import { useMemo } from 'react'
import { LinkedText } from '../LinkedText.tsx'
import type { MarkdownProps } from '../Markdown.tsx'
import { Blocks } from './Blocks.tsx'
import { boxesIn, headingsIn, labelOf } from './contents.ts'
import { lex } from './lex.ts'
import styles from './Markdown.module.css'

/** A text with its Markdown as elements. Nothing in it is ever HTML. */
export default function Rendered({ children: text, setCheckBox }: MarkdownProps) {
  const read = useMemo(() => contentsOf(text), [text])
  if (!read) return <LinkedText>{text}</LinkedText>
  const { tokens, hasSameBoxes, ...reading } = read
  return (
    <div className={styles.text}>
      <Blocks tokens={tokens} reading={{ ...reading, setCheckBox: hasSameBoxes ? setCheckBox : undefined }} />
    </div>
  )
}

function contentsOf(text: string) {
  const tokens = lex(text)
  if (!tokens) return undefined
  const boxes = boxesIn(tokens)
  const depths = headingsIn(tokens)
  const known = checkBoxesIn(text)
  return {
    tokens,
    boxes,
    depths: [1, 2, 3, 4, 5, 6].filter((depth) => depths.includes(depth)),
    // The server finds boxes without reading all of Markdown. Where it finds others, none can be named.
    hasSameBoxes: known.length === boxes.length && boxes.every((box, i) => labelOf(box) === known[i]?.text),
  }
}
