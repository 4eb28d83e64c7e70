import { Button, FileButton, Group, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Refused, Unreachable } from '../../api/call.ts'
import { messageOf } from '../../api/messages.ts'
import { toast } from '../feedback/toast.tsx'
import { offerUndo } from '../feedback/undo.tsx'
import styles from './PictureField.module.css'
import { acceptedTypes, dataUrl, drawable, pictureIn, problemOfFile } from './pictureFile.ts'

type Props = {
  /** What it is called, such as `logo`. */
  noun: 'picture' | 'logo'
  /** The address of the present one. */
  address: string | undefined
  /** Shows it, or the one that is about to replace it. */
  children: (preview: string | undefined) => ReactNode
  /** Sends a file. Resolves to the address of the new picture. */
  save: (file: Blob) => Promise<string>
  remove: () => Promise<unknown>
}

/** A picture to choose, drop or paste. It is saved at once, and shown before it is. */
export function PictureField({ noun, address, children, save, remove }: Props) {
  const { preview, problem, isSaving, choose } = useChosen({ noun, save })
  const { removing, isRemoving, chooser } = useRemoval({ noun, address, save, remove })
  const [isOver, setOver] = useState(false)
  const resetFiles = useRef<() => void>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void choose(pictureIn(event.dataTransfer.files))
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard and touch
    <div
      className={styles.field}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={styles.picture} data-is-saving={isSaving || undefined}>
        {children(preview)}
      </div>
      <div className={styles.side}>
        <Group gap="xs">
          <FileButton
            accept={acceptedTypes}
            resetRef={resetFiles}
            onChange={(file) => {
              // The same file may be chosen again.
              resetFiles.current?.()
              void choose(file)
            }}
          >
            {(props) => (
              <Button {...props} ref={chooser} variant="default" loading={isSaving}>
                {address ? `Change ${noun}` : `Choose a ${noun}`}
              </Button>
            )}
          </FileButton>
          {address && !isSaving && (
            <Button
              variant="subtle"
              color="red"
              loading={isRemoving}
              onClick={() => void removing()}
              aria-label={`Remove ${noun}`}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text className="fine">
          PNG, JPEG, WebP or GIF, up to 5 MB.<span className={styles.byPointer}> You can also drop or paste one here.</span>
        </Text>
        {problem && (
          <Text role="alert" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </div>
    </div>
  )
}

function useChosen({ noun, save }: Pick<Props, 'noun' | 'save'>) {
  const [preview, setPreview] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)

  async function choose(file: File | null | undefined) {
    if (!file || isSaving) return
    const wrong = problemOfFile(file)
    setProblem(wrong)
    if (wrong) return
    setSaving(true)
    try {
      setPreview(await dataUrl(file))
      await drawable(await save(file))
      toast.success(noun === 'logo' ? 'Logo changed.' : 'Picture changed.')
    } catch (error) {
      const isKnown = error instanceof Refused || error instanceof Unreachable
      setProblem(isKnown ? messageOf(error, `The ${noun} could not be saved. Please try again.`) : 'This file could not be read.')
    } finally {
      setPreview(undefined)
      setSaving(false)
    }
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isInText = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable="true"]')
    const files = event.clipboardData?.files
    if (isInText || !files?.length) return
    event.preventDefault()
    void choose(pictureIn(files))
  })
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [])
  return { preview, problem, isSaving, choose }
}

function useRemoval({ noun, address, save, remove }: Pick<Props, 'noun' | 'address' | 'save' | 'remove'>) {
  const [isRemoving, setRemoving] = useState(false)
  const chooser = useRef<HTMLButtonElement>(null)

  async function removing() {
    if (!address) return
    setRemoving(true)
    try {
      const before = await fetch(address).then((answer) => answer.blob())
      await remove()
      // The button that had the focus is gone.
      chooser.current?.focus()
      offerUndo({
        message: noun === 'logo' ? 'Logo removed.' : 'Picture removed.',
        undo: () => save(before),
        undone: noun === 'logo' ? 'The logo is back.' : 'Your picture is back.',
        failed: `The ${noun} could not be brought back.`,
      })
    } catch (error) {
      toast.error(messageOf(error, `The ${noun} could not be removed.`))
    } finally {
      setRemoving(false)
    }
  }
  return { removing, isRemoving, chooser }
}
