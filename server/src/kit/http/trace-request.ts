import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { tracer } from '../tracer.ts'
import { namesOf } from './log-lines.ts'

type Traced = { route: string; request: FastifyRequest; reply: FastifyReply }

/** Runs the work of a request in a span, if traces are configured. */
export function inRequestSpan<T>({ route, request, reply }: Traced, work: () => Promise<T>) {
  if (!tracer.inRequest) return work()
  const describe = (error?: unknown) => {
    const { tenant_id } = namesOf(request)
    return {
      status: error === undefined ? reply.statusCode : error instanceof Refusal ? error.status : 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? '',
        'atrium.request.id': request.id,
        ...(tenant_id !== undefined && { 'atrium.workspace.id': tenant_id }),
      },
    }
  }
  return tracer.inRequest({ name: route, traceparent: traceparentOf(request), describe }, work)
}

/** The trace of a proxy in front. Anybody else could make us record, or link their trace with ours. */
function traceparentOf({ headers, ips = [] }: FastifyRequest) {
  const cameThroughProxy = ips.length > 1
  const { traceparent } = headers
  return cameThroughProxy && typeof traceparent === 'string' ? traceparent : undefined
}
