// A process in which test files run one after another, so that they share loaded modules and a database. It is its own reporter.
import path from 'node:path'
import { test } from 'node:test'
import type { TestEvent } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

/** A test's outcome. `error` is set if it failed, and `ms` is how long it took. */
export type Outcome = { name: string; ms: number; status: 'passed' | 'failed' | 'skipped'; error?: string }
/** `file` is told once the file's last hook has ended. */
export type Message = { outcome: Outcome } | { file: string; ms: number }

process.on('message', (file: string) => {
  if (file === '') process.disconnect?.()
  // The tests and hooks that the file registers belong to this test, which ends with the last of them.
  else
    test(file, async (t) => {
      const registered = Promise.withResolvers<void>()
      // Otherwise it would be over as soon as none of the file's tests is running, although the file may still register others.
      t.before(() => registered.promise)
      await import(pathToFileURL(path.resolve(file)).href).finally(registered.resolve)
    })
})

const send = (message: Message) => process.connected && process.send?.(message)

/** Sends the outcome of each test to the process that started this one. */
export default async function report(events: AsyncIterable<TestEvent>) {
  const parents: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:start') parents[data.nesting] = data.name
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, nesting, details } = data
    const ms = details.duration_ms
    const error = 'error' in details ? details.error : undefined
    // A test of which a part failed only says so.
    const isOwn = !(error && 'failureType' in error && error.failureType === 'subtestsFailed')
    if (nesting > 0 ? details.type !== 'suite' && isOwn : error && isOwn) {
      const status = error ? 'failed' : data.skip === undefined ? 'passed' : 'skipped'
      const title = [...parents.slice(1, nesting), name].join(' › ')
      send({ outcome: { name: title, ms, status, ...(error && { error: inspect(error.cause ?? error) }) } })
    }
    if (nesting === 0) send({ file: name, ms })
  }
}
