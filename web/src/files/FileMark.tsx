import { IconFile } from '@tabler/icons-react'
import type { WorkFile } from 'contract'
import { useState } from 'react'
import { previewOf } from './addresses.ts'
import styles from './FileMark.module.css'
import { extensionOf } from './FileName.tsx'

/** Characters. A longer extension shows an icon. */
const longest = 4

/** An image in small, or the kind of a file by its extension. Its name says more, so that it is silent. */
export function FileMark({ file }: { file: Pick<WorkFile, 'id' | 'name' | 'preview'> }) {
  const [hasFailed, setFailed] = useState(false)
  if (file.preview && !hasFailed)
    return (
      <span className={styles.mark}>
        <img src={previewOf(file, 'small')} alt="" loading="lazy" onError={() => setFailed(true)} />
      </span>
    )
  const extension = extensionOf(file.name)
  return (
    <span className={styles.mark} aria-hidden>
      {extension && extension.length <= longest ? extension.toUpperCase() : <IconFile size={18} />}
    </span>
  )
}
