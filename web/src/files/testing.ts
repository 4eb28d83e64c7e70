import { partBytes, type WorkFile } from 'contract'

type Answer = { status: number; body?: object }

type Stored = { id: number; name: string; size: number; received: number }

/** Takes uploads as the server does. Stands in for `fetch`. */
export class UploadServer {
  /** Requests in their order: `start plan.pdf`, `append plan.pdf 0`, `cancel plan.pdf`. */
  readonly log: string[] = []
  readonly files: WorkFile[] = []
  /** The most requests that were unanswered at one time. */
  most = 0
  /** Answers a request in place of the server; a thrown error is a lost request. */
  instead: (request: string) => Answer | undefined = () => undefined
  /** Loses the answer to a request that the server has taken. */
  losesAnswer: (request: string) => boolean = () => false
  readonly uploads = new Map<number, Stored>()
  readonly #byKey = new Map<string, Stored>()
  readonly #gates = new Map<string, PromiseWithResolvers<void>>()
  #open = 0

  /** Holds a request back until the returned function is called. */
  hold(request: string) {
    const gate = Promise.withResolvers<void>()
    this.#gates.set(request, gate)
    return () => gate.resolve()
  }

  readonly fetch = async (url: string, { method, body, headers = {}, signal }: FetchOptions): Promise<Response> => {
    const request = this.#describe(url, method, body)
    this.log.push(request)
    this.most = Math.max(this.most, ++this.#open)
    const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    try {
      await Promise.race([this.#gates.get(request)?.promise, aborted])
      const { status, body: answer } = this.instead(request) ?? this.#take(url, { method, body, key: headers['idempotency-key'] })
      if (this.losesAnswer(request)) throw new TypeError('Failed to fetch')
      return new Response(answer ? JSON.stringify(answer) : null, { status })
    } finally {
      this.#open--
    }
  }

  #describe(url: string, method: string, body: Blob | string | undefined) {
    if (typeof body === 'string') return `start ${JSON.parse(body).name}`
    const name = this.uploads.get(idIn(url))?.name ?? 'unknown'
    return method === 'DELETE' ? `cancel ${name}` : `append ${name} ${offsetIn(url)}`
  }

  #take(url: string, { method, body, key = '' }: { method: string; body: Blob | string | undefined; key?: string | undefined }) {
    if (typeof body === 'string') {
      const id = this.uploads.size + 1
      const upload = this.#byKey.get(key) ?? { id, received: 0, ...JSON.parse(body) }
      this.#byKey.set(key, upload)
      this.uploads.set(upload.id, upload)
      return { status: 201, body: { id: upload.id, received: upload.received } }
    }
    const upload = this.uploads.get(idIn(url))
    if (!upload) return { status: 404, body: { detail: 'Not found.' } }
    if (method === 'DELETE') return { status: 204 }
    if (offsetIn(url) === upload.received) upload.received += body?.size ?? 0
    const file = upload.received === upload.size ? this.#fileOf(upload) : null
    return { status: 200, body: { id: upload.id, received: upload.received, file } }
  }

  #fileOf({ id, name, size }: Stored) {
    const file = this.files.find((one) => one.id === id) ?? { ...blank, id, name, size }
    if (!this.files.includes(file)) this.files.push(file)
    return file
  }
}

type FetchOptions = {
  method: string
  body?: Blob | string
  headers?: Record<string, string>
  signal?: AbortSignal
}

const blank = {
  type: 'text/plain',
  preview: null,
  comment: null,
  uploaded_by: { id: 1, full_name: 'Dev Dalton' },
  created_at: '2026-03-02T09:00:00Z',
}

const idIn = (url: string) => Number(/uploads\/(\d+)\//.exec(url)?.[1])
const offsetIn = (url: string) => Number(new URL(url, 'http://test').searchParams.get('offset'))

/** A file of so many full parts, and one more byte. */
export const fileOf = (name: string, parts = 0) => new File([new Uint8Array(parts * partBytes + 1)], name)
