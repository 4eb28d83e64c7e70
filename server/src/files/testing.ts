// For tests of files: sends them as a browser does.
import { randomBytes } from 'node:crypto'
import { partBytes } from 'contract'
import sharp from 'sharp'
import type { Answer } from '../testing/world.ts'

type Request = (route: string, payload?: unknown) => Promise<Answer>

/** Sends a whole file as a browser does. Returns the answer to its last part, or the one that refused it. */
export async function upload(request: Request, task_id: number, { name, bytes }: { name: string; bytes: Uint8Array }) {
  const started = await request(`POST /api/tasks/${task_id}/uploads/`, { name, size: bytes.length })
  let answer = started
  for (let offset = 0; answer.status < 300 && offset < bytes.length; offset += partBytes)
    answer = await sendPart(request, started.body.id, bytes, offset)
  return answer
}

export const sendPart = (request: Request, upload_id: number, bytes: Uint8Array, offset: number) =>
  request(`PUT /api/uploads/${upload_id}/?offset=${offset}`, bytes.subarray(offset, offset + partBytes))

/** A green picture of so many pixels. */
export const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3a7' } })

/** A JPEG that can hardly be compressed, of so many pixels a side. */
export const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer()
