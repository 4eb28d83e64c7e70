import { useEffect, useState } from 'react'
import { Refused, refreshSession, Unreachable } from '../../api/call.ts'
import type { Pdf, PdfProblem } from './pdf.ts'

type State = { kind: 'loading' } | { kind: 'failed'; problem: PdfProblem } | { kind: 'open'; pdf: Pdf }

/** Loads the PDF at an address and the library for it. Frees both when another file is shown. */
export function usePdf(address: string) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    const leaving = new AbortController()
    setState({ kind: 'loading' })
    const failed: State = { kind: 'failed', problem: 'unreachable' }
    const show = async () => {
      const loaded = await load(address, leaving.signal).catch(() => failed)
      if (!leaving.signal.aborted) setState(loaded)
    }
    void show()
    return () => leaving.abort()
  }, [address, attempt])
  return { state, retry: () => setAttempt(attempt + 1) }
}

/** Rejects if the library or the file can't be loaded. */
async function load(address: string, signal: AbortSignal): Promise<State> {
  const [{ openPdf, problemOf }, bytes] = await Promise.all([import('./pdf.ts'), bytesOf(address, signal)])
  try {
    return { kind: 'open', pdf: await openPdf(bytes, signal) }
  } catch (error) {
    return { kind: 'failed', problem: problemOf(error) }
  }
}

async function bytesOf(address: string, signal: AbortSignal, isRefreshed = false): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address, { credentials: 'same-origin', signal }).catch(() => {
    throw new Unreachable()
  })
  if (response.ok) return new Uint8Array(await response.arrayBuffer())
  if (response.status !== 401 || isRefreshed) throw new Refused(response.status, {})
  await refreshSession()
  return bytesOf(address, signal, true)
}
