// For tests: small files, made without the library that draws them.
import { crc32, deflateSync } from 'node:zlib'

type Png = { width: number; height: number; color?: readonly [number, number, number]; alpha?: number }

/** A PNG of one colour, which is half transparent if `alpha` says so. */
export function pngOf({ width, height, color = [0, 120, 110], alpha = 255 }: Png) {
  const row = Buffer.concat([Buffer.from([0]), Buffer.concat(Array<Buffer>(width).fill(Buffer.from([...color, alpha])))])
  return pngWith({ width, height, pixels: deflateSync(Buffer.concat(Array<Buffer>(height).fill(row))) })
}

/** A PNG with these compressed pixels, whatever size it claims. */
export function pngWith({ width, height, pixels }: { width: number; height: number; pixels: Buffer }) {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const head = chunk('IHDR', Buffer.concat([size, Buffer.from([8, 6, 0, 0, 0])]))
  return Buffer.concat([signature, head, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, content: Buffer) {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

export const dot = pngOf({ width: 1, height: 1 })
