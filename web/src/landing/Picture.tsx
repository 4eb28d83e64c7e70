import { upTo } from '../ui/theme/breakpoints.ts'

export type PictureName = 'board' | 'project' | 'people' | 'day'

/** Widths in pixels of the files that `scripts/pictures.ts` creates, for screens and for phones. */
const wide = { board: { widths: [1120, 2240], ratio: 800 / 1280 }, other: { widths: [640, 1280], ratio: 640 / 960 } }
const narrow = { width: 780, height: 1040 }

const inTheDark = '(prefers-color-scheme: dark)'

type Props = { name: PictureName; alt: string /** Visible without scrolling. */; isFirst?: boolean }

/** A screenshot in the page's colour scheme: `scheme.ts` switches the sources with `data-dark`. */
export function Picture({ name, alt, isFirst = false }: Props) {
  const { widths, ratio } = name === 'board' ? wide.board : wide.other
  const [small = 0] = widths
  const size = { width: small, height: Math.round(small * ratio) }
  const sizes = name === 'board' ? '(max-width: 1168px) calc(100vw - 48px), 1120px' : `${upTo.laptop} calc(100vw - 48px), 640px`
  const wideSet = (look: string) => widths.map((width) => `${file(name, look, width)} ${width}w`).join(', ')
  return (
    <picture className="picture">
      <source
        data-dark={upTo.phone}
        media={`${upTo.phone} and ${inTheDark}`}
        srcSet={file(name, 'dark', 'phone')}
        width={narrow.width}
        height={narrow.height}
      />
      <source data-dark="all" media={inTheDark} srcSet={wideSet('dark')} sizes={sizes} {...size} />
      <source media={upTo.phone} srcSet={file(name, 'light', 'phone')} width={narrow.width} height={narrow.height} />
      <img
        src={file(name, 'light', small)}
        srcSet={wideSet('light')}
        sizes={sizes}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        {...size}
      />
    </picture>
  )
}

const file = (name: PictureName, look: string, size: number | 'phone') => `/src/landing/pictures/${name}-${look}-${size}.webp`
