import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { type RequestSpan, tracer } from '../tracer.ts'

type Options = { endpoint: string; version: string }

/** A collector that is away must not keep a server from stopping. */
const exportMilliseconds = 2000

const propagator = new W3CTraceContextPropagator()

/** Sends spans to a collector from now on. Returns the function that sends the last ones and stops. */
export function startTracing({ endpoint, version }: Options) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportMilliseconds })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'atrium', 'service.version': version, 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register({ propagator })
  const spans = provider.getTracer('atrium', version)

  tracer.inSpan = (name, attributes, work) =>
    trace.getActiveSpan() ? spans.startActiveSpan(name, { attributes }, (span) => ended(span, work)) : work()
  tracer.inJob = (name, attributes, work) =>
    spans.startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes, root: true }, (span) => ended(span, work))
  tracer.inRequest = (request, work) =>
    spans.startActiveSpan(request.name, { kind: SpanKind.SERVER }, parentOf(request), (span) => answered(span, request, work))

  return () => provider.shutdown().catch(() => undefined)
}

const getter = { get: (carrier: Record<string, string>, key: string) => carrier[key], keys: Object.keys }

const parentOf = ({ traceparent }: RequestSpan) =>
  traceparent === undefined ? ROOT_CONTEXT : propagator.extract(ROOT_CONTEXT, { traceparent }, getter)

async function ended<T>(span: Span, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    fail(span, error)
    throw error
  } finally {
    span.end()
  }
}

async function answered<T>(span: Span, { describe }: RequestSpan, work: () => Promise<T>) {
  const end = (error?: unknown) => {
    const { status, attributes } = describe(error)
    if (status >= 500) fail(span, error)
    span.setAttributes({ ...attributes, 'http.response.status_code': status }).end()
  }
  try {
    const result = await work()
    end()
    return result
  } catch (error) {
    end(error)
    throw error
  }
}

/** Names the kind of an error, and not its text, which may hold what somebody typed. The log has it. */
function fail(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
}
