import type { Readable } from 'node:stream'

/** A file as an answer, which is sent while it is written. */
export class Download {
  readonly name: string
  readonly type: string
  /**
   * Begins the file. It runs after the transaction, and may still refuse. If the stream fails later, the answer ends unfinished, so that
   * the browser reports it.
   */
  readonly open: () => Promise<Readable>

  constructor({ name, type }: { name: string; type: string }, open: () => Promise<Readable>) {
    this.name = name
    this.type = type
    this.open = open
  }
}
