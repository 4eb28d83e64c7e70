// Draws uploaded pictures again, so that nothing of a file is kept but its pixels.
import { hash } from 'node:crypto'
import type { Sharp, SharpOptions } from 'sharp'
import { unavailable } from '../kit/errors.ts'
import { longestSide, mostPixels, previewSide } from '../kit/files/picture-size.ts'
import { Semaphore } from '../kit/semaphore.ts'

type Ground = 'light' | 'dark' | null
type Image = { image: Buffer; width: number; height: number }
export type Drawn = Image & { ground: Ground }

/** The file is no picture that can be drawn, or has too many pixels. */
export class Undrawable extends Error {
  readonly reason: 'unreadable' | 'tooManyPixels'
  constructor(reason: Undrawable['reason']) {
    super(reason)
    this.reason = reason
  }
}

const limits = { seconds: 10 }
/** Pixels. */
const faceSide = 256
const smallSide = 320
const logoBox = { width: 512, height: 128 }

/** One at a time, because a picture may fill a core for a second and take 200 MB meanwhile. Workspaces take turns. */
const drawing = new Semaphore<number>({
  permits: () => 1,
  maxWaiting: () => 8,
  maxWaitingInAll: () => 64,
  timeout: () => 15_000,
})

/** The workspace's place in the queue. */
export const drawingOf = (tenant_id: number) => ({
  /** Refuses an upload before its body is read. */
  mustHaveRoom() {
    if (!drawing.hasRoom(tenant_id)) throw unavailable()
  },
  run: <T>(work: () => Promise<T>) => drawing.run(work, tenant_id),
})

/** The middle of a picture, as a square. */
export async function drawFace(file: Uint8Array): Promise<Drawn> {
  const image = await draw(file, (picture) =>
    picture
      .resize({ width: faceSide, height: faceSide, fit: 'cover' })
      // Initials are below it.
      .flatten({ background: '#fff' })
      .webp({ quality: 82, smartSubsample: true }),
  )
  return { ...image, ground: null }
}

/** The whole picture, with its transparency. */
export async function drawLogo(file: Uint8Array): Promise<Drawn> {
  const logo = await draw(file, (picture) =>
    picture.resize({ ...logoBox, fit: 'inside', withoutEnlargement: true }).webp({ nearLossless: true, quality: 80 }),
  )
  const open = await load()
  return { ...logo, ground: await groundOf(open(logo.image)) }
}

/** The whole picture in two sizes, for a list and for a screen. Null if it can't be drawn. */
export async function drawPreviews(load: () => Promise<Uint8Array>) {
  const file = await load()
  try {
    const large = await drawInside(file, previewSide)
    return { small: await drawInside(large.image, smallSide), large }
  } catch (error) {
    if (error instanceof Undrawable) return null
    throw error
  }
}

const drawInside = (file: Uint8Array, side: number) =>
  draw(file, (picture) =>
    picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }),
  )

async function draw(file: Uint8Array, shape: (picture: Sharp) => Sharp): Promise<Image> {
  const open = await load()
  try {
    await mustBeSmall(open, file)
    // Without a call that keeps them, metadata is dropped and colours become sRGB.
    const picture = open(file, { limitInputPixels: mostPixels }).autoOrient()
    const { data: image, info } = await shape(picture).timeout(limits).toBuffer({ resolveWithObject: true })
    return { image, width: info.width, height: info.height }
  } catch (error) {
    // The library words what is wrong with a file for developers, without a code.
    throw error instanceof Undrawable ? error : new Undrawable('unreadable')
  }
}

/** The part of a picture's address that changes with its content. */
export const versionOf = (image: Uint8Array) => hash('sha256', image, 'base64url').slice(0, 22)

/** Whether this row of an export is a whole picture as `draw` makes them, under its version. */
export async function isDrawn({ image: text, version, width, height }: Record<string, unknown>) {
  const image = Buffer.from(String(text).slice(2), 'hex')
  if (versionOf(image) !== version) return false
  const open = await load()
  try {
    await mustBeSmall(open, image)
    const { format } = await open(image).metadata()
    const { info } = await open(image).timeout(limits).raw().toBuffer({ resolveWithObject: true })
    return format === 'webp' && info.width === width && info.height === height
  } catch {
    return false
  }
}

type Open = (file: Uint8Array, options?: SharpOptions) => Sharp

let loaded: Promise<Open> | undefined
/** Loads the library with the first upload, because it takes a tenth of a second and 20 MB. */
function load() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // The content of a file decides its format, and nothing else is ever parsed: no SVG, no PDF, no address inside of a file.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`) })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}

/** Reads the size from the header of the file. */
async function mustBeSmall(open: Open, file: Uint8Array) {
  const { width, height } = await open(file, { limitInputPixels: false }).metadata()
  if (width > longestSide || height > longestSide || width * height > mostPixels) throw new Undrawable('tooManyPixels')
}

/** Opacity, of 255. A picture with hardly any transparent pixels brings its own ground. */
const opaque = 250
const dark = 90
const bright = 190

/** The ground on which a transparent picture is seen, if it is not seen on any. */
async function groundOf(picture: Sharp): Promise<Ground> {
  const { data } = await picture.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let [alphas, light] = [0, 0]
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(i, i + 4)
    alphas += alpha
    light += alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)
  }
  if (alphas === 0 || alphas / (data.length / 4) > opaque) return null
  const mean = light / alphas
  if (mean < dark) return 'light'
  return mean > bright ? 'dark' : null
}
