// Floods one workspace from its own process: each of the connections sends its next request at once.
import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'

export type Flood = { port: number; connections: number; path: string; headers: Record<string, string> }
export type Flooded = {
  served: number
  refused: number
  failed: number
  seconds: number
  refused_p50_ms: number
  refused_p99_ms: number
}

let load: autocannon.Instance | undefined
let served = 0
let failed = 0
let since = 0
const refusals = createHistogram({ figures: 3 })

process.on('message', (order: Flood | 'count' | 'stop') => {
  if (order === 'count') {
    served = 0
    failed = 0
    since = performance.now()
    refusals.reset()
  } else if (order === 'stop') {
    const at = (percent: number) => (refusals.count ? refusals.percentile(percent) / 1000 : 0)
    const seconds = (performance.now() - since) / 1000
    load?.stop()
    const flooded: Flooded = { served, refused: refusals.count, failed, seconds, refused_p50_ms: at(50), refused_p99_ms: at(99) }
    process.send?.(flooded)
  } else {
    const { port, path, ...rest } = order
    load = autocannon({ url: `http://127.0.0.1:${port}${path}`, duration: 600, timeout: 60, ...rest }, () => undefined)
    load.on('response', (_client, status, _bytes, milliseconds) => {
      if (status < 300) served++
      else if (status === 503 || status === 429) refusals.record(Math.max(1, Math.round(milliseconds * 1000)))
      else failed++
    })
    load.on('reqError', () => failed++)
  }
})
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => undefined)
