// Loads PDF.js, in its build for browsers that are older than some months. PDFs are parsed in a worker, and drawn in the page. Their
// scripts never run, and their XFA forms are not shown.
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { type Annotation, type Link, linksIn, pixelsOf, type Size } from './pages.ts'

export type Pdf = {
  pages: number
  /** The size of the first page. */
  first: Size
  /** Reads the size of a page, in pixels at its natural scale. Pages are counted from 1. */
  sizeOf: (page: number) => Promise<Size>
  /** Draws a page as sharply as the screen shows it. Resolves to its links. Once the signal aborts, it frees the memory and rejects. */
  draw: (page: number, surface: Surface, signal: AbortSignal) => Promise<Link[]>
}
type Surface = {
  canvas: HTMLCanvasElement
  /** Gets the page's text, for selection and for screen readers. */
  text: HTMLElement
  /** Pixels of the page's layout, not of the screen. */
  width: number
}
export type PdfProblem = 'damaged' | 'locked' | 'unreachable'

GlobalWorkerOptions.workerSrc = worker

/** Where the build puts what PDF.js fetches by name: `web/pdf-files.ts`. */
const files = `/assets/pdf-${version}`

/** Opens a PDF until the signal aborts. Transfers the bytes to the worker. Rejects with an error for `problemOf`. */
export async function openPdf(data: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Pdf> {
  signal.throwIfAborted()
  const task = getDocument({
    data,
    cMapUrl: `${files}/cmaps/`,
    standardFontDataUrl: `${files}/standard_fonts/`,
    wasmUrl: `${files}/wasm/`,
    iccUrl: `${files}/iccs/`,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const close = () => void task.destroy()
  signal.addEventListener('abort', close, { once: true })
  try {
    const pdf = await task.promise
    const first = await pdf.getPage(1).catch(() => {
      throw new InvalidPDFException('There is no first page.')
    })
    return {
      pages: pdf.numPages,
      first: sizeOf(first),
      sizeOf: async (page) => sizeOf(await pdf.getPage(page)),
      draw: (page, surface, signal) => draw(pdf, page, surface, signal),
    }
  } catch (error) {
    close()
    throw error
  }
}

export function problemOf(error: unknown): PdfProblem {
  if (error instanceof PasswordException) return 'locked'
  // Other errors are about the worker.
  const isDamage = error instanceof InvalidPDFException || (error instanceof Error && error.name === 'UnknownErrorException')
  return isDamage ? 'damaged' : 'unreachable'
}

function sizeOf(page: PDFPageProxy): Size {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}

async function draw(pdf: PDFDocumentProxy, number: number, { canvas, text, width }: Surface, signal: AbortSignal) {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  const viewport = page.getViewport({ scale: width / sizeOf(page).width })
  const pixels = pixelsOf(viewport, window.devicePixelRatio)
  canvas.width = pixels.width
  canvas.height = pixels.height
  const drawing = page.render({
    canvas,
    viewport,
    transform: [pixels.width / viewport.width, 0, 0, pixels.height / viewport.height, 0, 0],
  })
  text.style.setProperty('--total-scale-factor', String(viewport.scale))
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  signal.addEventListener('abort', () => {
    drawing.cancel()
    layer.cancel()
    text.replaceChildren()
    canvas.width = 0
    canvas.height = 0
    page.cleanup()
  })
  const [annotations] = await Promise.all([page.getAnnotations(), drawing.promise, layer.render()])
  return linksIn(annotations as Annotation[], (x, y) => viewport.convertToViewportPoint(x, y) as [number, number], viewport)
}
