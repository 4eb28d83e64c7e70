import { copy } from '../../feedback/copy.tsx'
import { quick, toast } from '../../feedback/toast.tsx'
import styles from './Markdown.module.css'

export function CodeBlock({ children: code }: { children: string }) {
  const copyCode = async () => {
    if (await copy(code, { title: 'Copy code', message: 'The code, to be copied:' })) toast.success('Copied.', quick)
  }
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, by the keyboard, too */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <button type="button" className={styles.copy} onClick={() => void copyCode()}>
        Copy code
      </button>
    </div>
  )
}
