import type { Readable } from 'node:stream'

/** A file as an answer, which is sent while it is written. */
export class Download {
  readonly name: string | null
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  /**
   * Begins the file. It runs after the transaction, and may still refuse. If the stream fails later, the answer ends unfinished, so that
   * the browser reports it.
   */
  readonly open: () => Promise<Readable>

  /** `name` is that under which the browser saves it. Null for what pages show. */
  constructor(
    { name, type, headers = {} }: { name: string | null; type: string; headers?: Record<string, string> },
    open: () => Promise<Readable>,
  ) {
    this.name = name
    this.type = type
    this.headers = headers
    this.open = open
  }
}
