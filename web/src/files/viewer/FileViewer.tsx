import { Box, Modal } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isPdf, previewOf, type ShownFile } from '../addresses.ts'
import styles from './FileViewer.module.css'
import { ImageFile } from './ImageFile.tsx'
import { PdfFile } from './PdfFile.tsx'
import { fitted, neighbourOf, stepFrom } from './shown.ts'
import { ViewerHead } from './ViewerHead.tsx'

type Props = {
  /** Those of which `isViewable` is true. */
  files: ShownFile[]
  /** The file that is shown. If it is no longer among them, a neighbour is selected. Without any, the viewer closes. */
  id: number
  onSelect: (id: number) => void
  onClose: () => void
}

/** A dialog over the whole page that shows one file at a time. The arrow keys lead to the others. */
export default function FileViewer({ files, id, onSelect, onClose }: Props) {
  const file = files.find((one) => one.id === id)
  useReplacement({ files, id, onSelect, onClose })
  useFocusBack()
  usePreloads(files, id)
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Overlay />
      <Modal.Content classNames={{ content: styles.content }} radius={0}>
        {file && <Shown files={files} file={file} onSelect={onSelect} />}
      </Modal.Content>
    </Modal.Root>
  )
}

type ShownProps = { files: ShownFile[]; file: ShownFile; onSelect: (id: number) => void }

function Shown({ files, file, onSelect }: ShownProps) {
  const { id, name, preview } = file
  const stage = useElementSize()
  const scroller = useRef<HTMLElement>(null)
  const [enlargedId, setEnlargedId] = useState<number>()
  const isEnlarged = enlargedId === id
  const [readyId, setReadyId] = useState<number>()
  const isLarge = isEnlarged || preview === null || fitted(preview, stage).width < preview.width
  const canEnlarge = isLarge && readyId === id
  const onReady = () => setReadyId(id)
  const toggle = () => setEnlargedId(isEnlarged ? undefined : id)
  const go = (step: 1 | -1) => onSelect(stepFrom(idsOf(files), id, step))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
    const isScrolling = isEnlarged && event.target === scroller.current
    if (!step || isScrolling || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(step)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: every file begins at its top
  useLayoutEffect(() => {
    scroller.current?.scrollTo(0, 0)
    // The button that had the focus may be gone.
    if (document.activeElement === document.body) scroller.current?.focus()
  }, [id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      <ViewerHead files={files} file={file} go={go} {...(canEnlarge && { enlarging: { isEnlarged, toggle } })} />
      <Box
        component="section"
        ref={useMergedRef(scroller, stage.ref)}
        className={styles.stage}
        data-scrolls={isPdf(file)}
        aria-label={name}
        // Its keys scroll.
        tabIndex={0}
        data-autofocus
      >
        {stage.width > 0 &&
          (isPdf(file) ? (
            <PdfFile key={id} file={file} width={stage.width} isEnlarged={isEnlarged} onReady={onReady} />
          ) : (
            <ImageFile
              key={id}
              file={file}
              stage={stage}
              isEnlarged={isEnlarged}
              onReady={onReady}
              {...(canEnlarge && { toggle })}
            />
          ))}
      </Box>
    </div>
  )
}

const idsOf = (files: readonly ShownFile[]) => files.map(({ id }) => id)

/** Selects another file as soon as this one is gone, or closes the viewer. */
function useReplacement({ files, id, onSelect, onClose }: Props) {
  const before = useRef<number[]>([])
  const replace = useEffectEvent(() => {
    const neighbour = neighbourOf(before.current, id, idsOf(files))
    if (neighbour === undefined) onClose()
    else onSelect(neighbour)
  })
  useEffect(() => {
    const ids = idsOf(files)
    if (ids.includes(id)) before.current = ids
    else replace()
  }, [files, id])
}

/** Gives the focus back to what opened the viewer. The library would not: the viewer is open from the start. */
function useFocusBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** Loads the images before and after this file. */
function usePreloads(files: readonly ShownFile[], id: number) {
  const images = idsOf(files.filter(({ preview }) => preview))
  const ids = idsOf(files)
  const neighbours = [stepFrom(ids, id, 1), stepFrom(ids, id, -1)].filter((one) => one !== id && images.includes(one))
  const key = neighbours.join()
  useEffect(() => {
    for (const neighbour of key.split(',').filter(Boolean)) new Image().src = previewOf({ id: Number(neighbour) }, 'large')
  }, [key])
}
