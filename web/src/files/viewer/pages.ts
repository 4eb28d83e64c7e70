// What the viewer calculates about the pages of PDFs.

export type Size = { width: number; height: number }
/** A place in a page. Per cent of its width and height. */
export type Link = { url: string; left: number; top: number; width: number; height: number }

/** Browsers refuse larger canvases, or run out of memory. */
const mostPixels = 2 ** 24

/** The size of a canvas in pixels of the screen: sharp if that is not too many. */
export function pixelsOf({ width, height }: Size, ratio: number): Size {
  const scale = Math.min(ratio, Math.sqrt(mostPixels / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

export type Annotation = { subtype?: string; url?: string; rect?: number[] }

type Convert = (x: number, y: number) => readonly [number, number]

/** The links to web addresses. `toPage` converts a point from the PDF's coordinates to the page's. */
export function linksIn(annotations: readonly Annotation[], toPage: Convert, page: Size): Link[] {
  return annotations.flatMap(({ subtype, url, rect: [left = 0, bottom = 0, right = 0, top = 0] = [] }) => {
    if (subtype !== 'Link' || !isWebAddress(url)) return []
    const [x1, y1] = toPage(left, bottom)
    const [x2, y2] = toPage(right, top)
    return {
      url,
      left: (Math.min(x1, x2) / page.width) * 100,
      top: (Math.min(y1, y2) / page.height) * 100,
      width: (Math.abs(x2 - x1) / page.width) * 100,
      height: (Math.abs(y2 - y1) / page.height) * 100,
    }
  })
}

const isWebAddress = (url: string | undefined): url is string =>
  url !== undefined && URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol)
