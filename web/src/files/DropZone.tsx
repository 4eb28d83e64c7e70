import { IconPaperclip } from '@tabler/icons-react'
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import styles from './DropZone.module.css'
import { filesIn } from './pasted.ts'

type Props = { label: string; onFiles: (files: readonly File[]) => void }

/** Takes files that are dropped anywhere on the page, or pasted. */
export default function DropZone({ label, onFiles }: Props) {
  const [isOver, setOver] = useState(false)
  useFileDrags(() => setOver(true))
  usePastedFiles(onFiles)
  if (!isOver) return null
  const over = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard and touch
    <div className={styles.zone} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <div className={styles.label}>
        <IconPaperclip size={20} aria-hidden />
        {label}
      </div>
    </div>
  )
}

/** Calls the function when files are dragged into the window. A drag that began on the page, as of a card or an image, brings none. */
function useFileDrags(onEnter: () => void) {
  const enter = useEffectEvent(onEnter)
  useEffect(() => {
    let isOwn = false
    const begin = () => {
      isOwn = true
    }
    // The end of a drag whose element is gone is not reported, but the pointer moves again.
    const end = () => {
      isOwn = false
    }
    const onDragEnter = ({ dataTransfer }: globalThis.DragEvent) => {
      if (!isOwn && dataTransfer?.types.includes('Files')) enter()
    }
    document.addEventListener('dragstart', begin, true)
    document.addEventListener('dragend', end, true)
    document.addEventListener('pointermove', end, true)
    document.addEventListener('dragenter', onDragEnter, true)
    return () => {
      document.removeEventListener('dragstart', begin, true)
      document.removeEventListener('dragend', end, true)
      document.removeEventListener('pointermove', end, true)
      document.removeEventListener('dragenter', onDragEnter, true)
    }
  }, [])
}

function usePastedFiles(onFiles: Props['onFiles']) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event
    if (event.defaultPrevented) return
    const isField = target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null
    const files = filesIn(clipboardData)
    // Office programs add an image of the text that they copy.
    if (!files.length || (isField && clipboardData?.getData('text/plain'))) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
}
