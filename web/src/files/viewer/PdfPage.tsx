import { Text, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import styles from './Pdf.module.css'
import type { Link, Size } from './pages.ts'
import type { Pdf } from './pdf.ts'
import { useIsNear } from './useIsNear.ts'

type Props = {
  pdf: Pdf
  number: number
  /** Pixels. */
  width: number
}

/** A page of a PDF. It is drawn only while it is in view or about to be, so that long documents need no more memory than short ones. */
export function PdfPage({ pdf, number, width }: Props) {
  const box = useRef<HTMLElement>(null)
  const isNear = useIsNear(box)
  const [size, setSize] = useState(pdf.first)
  return (
    <section
      ref={box}
      className={styles.page}
      aria-label={`Page ${number} of ${pdf.pages}`}
      style={{ width, aspectRatio: `${size.width} / ${size.height}` }}
    >
      {isNear && <Drawn pdf={pdf} number={number} width={width} setSize={setSize} />}
    </section>
  )
}

type DrawnProps = Props & { setSize: (size: Size) => void }

function Drawn({ pdf, number, width, setSize }: DrawnProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [links, setLinks] = useState<Link[]>([])
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const draw = async () => {
      setSize(await pdf.sizeOf(number))
      if (leaving.signal.aborted || !canvas.current || !text.current) return
      setLinks(await pdf.draw(number, { canvas: canvas.current, text: text.current, width }, leaving.signal))
    }
    draw().catch(() => leaving.signal.aborted || setFailed(true))
    return () => leaving.abort()
  }, [pdf, number, width, setSize])
  if (isFailed) return <Text role="alert">This page is damaged and cannot be shown.</Text>
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <div ref={text} className={styles.text} />
      {links.map(({ url, left, top, width, height }) => (
        <a
          key={`${url} ${left} ${top}`}
          className={styles.link}
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          title={url}
          style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
        >
          <VisuallyHidden>{url}</VisuallyHidden>
        </a>
      ))}
    </>
  )
}
