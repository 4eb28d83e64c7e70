type Attributes = Record<string, string | number | boolean>

type Tracer = {
  /** Runs work in a span below the current one. Without a current one, in none: what polls in the background would fill the traces. */
  inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** Runs the work of a request in a span of its own. */
  inRequest<T>(request: RequestSpan, work: () => Promise<T>): Promise<T>
  /** Runs a job in a span of its own. */
  inJob<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
}

export type RequestSpan = {
  name: string
  /** The trace of a trusted proxy, which the span continues. */
  traceparent: string | undefined
  /** Describes the request once it has ended, with the error if it has failed. */
  describe: (error?: unknown) => { status: number; attributes: Attributes }
}

/** Empty unless traces are configured, so that none of their modules is loaded otherwise. */
export const tracer: Partial<Tracer> = {}

export const traced = <T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> =>
  tracer.inSpan ? tracer.inSpan(name, attributes, work) : work()
