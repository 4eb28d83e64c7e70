// The calls whose cost grows with what is sent, or with what is stored: each has a bound that operators can read.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { api, type Endpoint } from 'contract'

const operating = new URL('../../../docs/operating.md', import.meta.url)

/** Answers a file or a text instead of JSON. */
const isFile = ({ returns, status }: Endpoint) => status !== 204 && ['custom', 'string'].includes(returns.def.type)
const searches = ({ query }: Endpoint) => Object.keys(query?.shape ?? {}).some((name) => name === 'q' || name === 'search')
const isLarge = ({ max_bytes, is_raw }: Endpoint) => max_bytes !== undefined || is_raw === true

test('each call with a large body, a file as its answer or a search is listed with its bound', () => {
  const calls: Endpoint[] = Object.values(api).flatMap((noun) => Object.values(noun))
  const costly = calls.filter((call) => isLarge(call) || isFile(call) || searches(call)).map(({ route }) => route)
  const listed = readFileSync(operating, 'utf8').matchAll(/^\| `([A-Z]+ \/api\/[^`]*)` \| [^|]{10,} \|$/gm)
  assert.deepEqual(new Set([...listed].map(([, route]) => route)), new Set(costly))
})
