// Reads the size of a picture from its first bytes, so that an upload need not wait until it is drawn.
import { imageSize } from 'image-size'

/** Pixels. A larger picture is never decoded: a small file can hold billions. */
export const longestSide = 10_000
export const mostPixels = 50_000_000
/** The longest side of a large preview, in pixels. */
export const previewSide = 2048

/** The types of which previews are drawn. */
const drawn: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** A hostile JPEG of so many bytes takes 50 ms to measure. One that begins with more metadata gets no preview. */
const headBytes = 128 * 1024

/** EXIF orientations from here on turn the picture by a quarter. */
const quarterTurns = 5

/** The size of the large preview in pixels, or null if there will be none. `head` is the beginning of the file. */
export function previewSizeOf(type: string, head: Uint8Array) {
  if (!drawn.includes(type)) return null
  try {
    const { width, height, orientation = 1 } = imageSize(head.subarray(0, headBytes))
    if (!width || !height || Math.max(width, height) > longestSide || width * height > mostPixels) return null
    const scale = Math.min(1, previewSide / Math.max(width, height))
    const scaled = (side: number) => Math.max(1, Math.round(side * scale))
    const isTurned = orientation >= quarterTurns
    return { width: scaled(isTurned ? height : width), height: scaled(isTurned ? width : height) }
  } catch {
    // The library words what is wrong with a file for developers, without a code.
    return null
  }
}
