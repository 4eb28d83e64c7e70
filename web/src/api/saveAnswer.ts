import { api, type Endpoint } from 'contract'
import { call, Refused, Unreachable } from './call.ts'

const interrupted = 'The export was interrupted, and nothing was saved. Please try again.'

type Options = {
  query?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Gets the number of bytes so far. */
  onProgress?: (bytes: number) => void
}

/** Downloads the file that a read answers with, and saves it once it is complete. */
export async function saveAnswer({ route }: Endpoint, { query = {}, signal, onProgress }: Options = {}) {
  // Renews an expired session, which the download itself could not.
  await call(api.auth.me, {}, signal)
  const [, path = ''] = route.split(' ')
  const search = new URLSearchParams(query).toString()
  const init: RequestInit = { credentials: 'same-origin', ...(signal && { signal }) }
  const response = await fetch(search ? `${path}?${search}` : path, init).catch((error) => {
    throw signal?.aborted ? error : new Unreachable()
  })
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  try {
    for (const reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      bytes += value.length
      onProgress?.(bytes)
    }
  } catch (error) {
    throw signal?.aborted ? error : new Refused(502, { detail: interrupted })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export'
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
}

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
