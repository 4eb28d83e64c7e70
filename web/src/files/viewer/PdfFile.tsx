import { Loader, VisuallyHidden } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Delayed } from '../../ui/feedback/Delayed.tsx'
import { contentOf, type ShownFile } from '../addresses.ts'
import { NotShown } from './NotShown.tsx'
import styles from './Pdf.module.css'
import { PdfPage } from './PdfPage.tsx'
import type { Pdf } from './pdf.ts'
import { usePdf } from './usePdf.ts'

type Props = {
  file: ShownFile
  /** The room for it, in pixels. */
  width: number
  isEnlarged: boolean
  onReady: () => void
}

/** Pixels. On wider screens, lines would be too long to read. */
const widest = 900
/** Pixels beside a page, both sides together. */
const margin = 32

const problems = {
  damaged: { message: 'This PDF is damaged and cannot be shown.' },
  locked: {
    message: 'This PDF is protected by a password.',
    hint: 'Download it, and open it in a program that asks for the password.',
  },
  unreachable: { message: 'This PDF could not be loaded.' },
} as const

/** The pages of a PDF, one below the other. */
export function PdfFile({ file, width, isEnlarged, onReady }: Props) {
  const { state, retry } = usePdf(contentOf(file))
  const fittedWidth = Math.min(widest, width - margin)
  if (state.kind === 'failed')
    return <NotShown {...problems[state.problem]} file={file} {...(state.problem === 'unreachable' && { retry })} />
  if (state.kind === 'loading')
    return (
      <Delayed>
        <Loader aria-hidden />
        <VisuallyHidden>Loading the PDF</VisuallyHidden>
      </Delayed>
    )
  return <Pages pdf={state.pdf} width={isEnlarged ? fittedWidth * 2 : fittedWidth} onReady={onReady} />
}

type PagesProps = Pick<Props, 'width' | 'onReady'> & { pdf: Pdf }

function Pages({ pdf, width, onReady }: PagesProps) {
  const pages = useRef<HTMLDivElement>(null)
  useSteadyPlace(pages, width)
  const announce = useEffectEvent(onReady)
  useEffect(() => announce(), [])
  return (
    <div ref={pages} className={styles.pages}>
      {Array.from({ length: pdf.pages }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other names
        <PdfPage key={index} pdf={pdf} number={index + 1} width={width} />
      ))}
    </div>
  )
}

/** Keeps the same lines in view when the pages get another width. Browsers that do so, too, are not disturbed. */
function useSteadyPlace(pages: RefObject<HTMLElement | null>, width: number) {
  /** How much of everything is above the view. */
  const share = useRef(0)
  useEffect(() => {
    const scroller = pages.current?.parentElement
    const remember = () => {
      if (scroller) share.current = scroller.scrollTop / scroller.scrollHeight
    }
    scroller?.addEventListener('scroll', remember, { passive: true })
    return () => scroller?.removeEventListener('scroll', remember)
  }, [pages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width moves the pages
  useLayoutEffect(() => {
    const scroller = pages.current?.parentElement
    if (scroller) scroller.scrollTop = share.current * scroller.scrollHeight
  }, [pages, width])
}
