import type { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '../api/call.ts'
import { toast } from '../ui/feedback/toast.tsx'
import type { Target } from './sendFile.ts'
import { uploads } from './uploads.ts'

/** Attaches files. They are sent in the background. */
export async function attach(client: QueryClient, files: readonly File[], to: Target) {
  try {
    const { OutgoingFiles } = await import('./outgoing.ts')
    uploads(() => new OutgoingFiles(client))?.add(files, to)
  } catch {
    toast.error(new Unreachable().message)
  }
}
