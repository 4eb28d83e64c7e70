import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { observer } from '../observer.ts'

/** From an answer out of memory to the longest that the database may take. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25]

/** Requests by the contract's route: a path would be a label with unbounded values. */
export function countRequests(registry: Registry, { requestsInFlight }: { requestsInFlight: () => number }) {
  const registers = [registry]
  const requests = new Counter({
    name: 'atrium_http_requests_total',
    help: 'Requests answered, without those refused at once for overload.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['route', 'method'],
    buckets: durations,
    registers,
  })
  const refused = new Counter({
    name: 'atrium_http_requests_refused_total',
    help: 'Requests refused to protect the others, by reason.',
    labelNames: ['reason'],
    registers,
  })
  new Gauge({
    name: 'atrium_http_requests_in_progress',
    help: 'Requests that have not been answered yet.',
    registers,
    collect() {
      this.set(requestsInFlight())
    },
  })
  observer.requestAnswered = ({ method, route = 'unknown', status, milliseconds }) => {
    requests.inc({ route, method, status })
    duration.observe({ route, method }, milliseconds / 1000)
  }
  observer.requestRefused = (reason) => refused.inc({ reason })
  for (const reason of ['rate', 'attempts', 'overload', 'unavailable', 'handshakes']) refused.inc({ reason }, 0)
}
