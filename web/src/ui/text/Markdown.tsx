import type { CheckBoxChange } from 'contract/markdown'
import { lazy, Suspense } from 'react'
import { hasMarkdown } from './hasMarkdown.ts'
import { LinkedText } from './LinkedText.tsx'

export type MarkdownProps = {
  children: string
  /** Absent where the person may not tick the boxes of the text. */
  setCheckBox?: ((change: CheckBoxChange) => unknown) | undefined
}

// Without this chunk, texts are shown as they were typed.
const Rendered = lazy(() => import('./markdown/Rendered.tsx').catch(() => ({ default: LinkedText })))

/** A person's text. Most have no Markdown, and need no more than links. */
export function Markdown({ children, setCheckBox }: MarkdownProps) {
  const plain = <LinkedText>{children}</LinkedText>
  if (!hasMarkdown(children)) return plain
  return (
    <Suspense fallback={plain}>
      <Rendered setCheckBox={setCheckBox}>{children}</Rendered>
    </Suspense>
  )
}
