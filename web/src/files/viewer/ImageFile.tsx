import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { previewOf, type ShownFile } from '../addresses.ts'
import styles from './FileViewer.module.css'
import { NotShown } from './NotShown.tsx'
import { fitted } from './shown.ts'

type Props = {
  file: ShownFile
  /** The room for it, in pixels. */
  stage: { width: number; height: number }
  isEnlarged: boolean
  /** Absent for an image that is whole in its full size. */
  toggle?: () => void
  onReady: () => void
}

/** The large preview of an image, all of it or in full size. The small one shows until it is there. */
export function ImageFile({ file, stage, isEnlarged, toggle, onReady }: Props) {
  const { id, name, preview } = file
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const image = useRef<HTMLImageElement>(null)
  const point = useRef({ x: 0.5, y: 0.5 })

  // The point that was clicked comes to the middle.
  useLayoutEffect(() => {
    const scroller = image.current?.parentElement
    if (!isEnlarged || !scroller) return
    scroller.scrollTo(
      point.current.x * scroller.scrollWidth - scroller.clientWidth / 2,
      point.current.y * scroller.scrollHeight - scroller.clientHeight / 2,
    )
  }, [isEnlarged])

  if (!preview) return null
  if (state === 'failed')
    return <NotShown message="This image could not be loaded." file={file} retry={() => setState('loading')} />
  const enlarge = ({ nativeEvent: { offsetX, offsetY }, currentTarget }: MouseEvent<HTMLImageElement>) => {
    point.current = { x: offsetX / currentTarget.width, y: offsetY / currentTarget.height }
    toggle?.()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a button in the head does the same
    <img
      ref={image}
      className={styles.image}
      src={previewOf({ id }, 'large')}
      alt={name}
      {...(isEnlarged ? preview : fitted(preview, stage))}
      data-can-toggle={toggle && (isEnlarged ? 'back' : 'larger')}
      style={state === 'loading' ? { backgroundImage: `url("${previewOf({ id }, 'small')}")` } : {}}
      onLoad={() => {
        setState('shown')
        onReady()
      }}
      onError={() => setState('failed')}
      onClick={enlarge}
    />
  )
}
