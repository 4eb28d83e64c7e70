import { api } from 'contract'
import { call, Refused, Unreachable } from '../api/call.ts'

const interrupted = 'The export was interrupted, and nothing was saved. Please try again.'
const [, address = ''] = api.workspaceData.export.route.split(' ')

/** Downloads everything in the workspace and saves it as a file once it is complete. `onProgress` gets the number of bytes so far. */
export async function saveExport({ signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void }) {
  // Renews an expired session, which the download itself could not.
  await call(api.auth.me, {}, signal)
  const response = await fetch(address, { credentials: 'same-origin', signal }).catch((error) => {
    throw signal.aborted ? error : new Unreachable()
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
      onProgress(bytes)
    }
  } catch (error) {
    throw signal.aborted ? error : new Refused(502, { detail: interrupted })
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'workspace.jsonl'
  save(new Blob(parts, { type: 'application/x-ndjson' }), name)
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
