import { waitFor } from '@testing-library/react'
import { api, fileProblems, mostFilesAtOnce, partBytes } from 'contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../api/data.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { OutgoingFiles } from './outgoing.ts'
import { fileOf, UploadServer } from './testing.ts'

const to = { task_id: 7 }
let server: UploadServer
let outgoing: OutgoingFiles
let client: ReturnType<typeof createClient>

beforeEach(() => {
  server = new UploadServer()
  client = createClient()
  outgoing = new OutgoingFiles(client)
  vi.stubGlobal('fetch', server.fetch)
  vi.spyOn(toast, 'success').mockReturnValue()
})
afterEach(() => {
  outgoing.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const states = () => outgoing.view.files.map(({ name, state, reason }) => [name, state, ...(reason ? [reason] : [])].join(': '))
const arrived = () => server.files.map(({ name }) => name)
const idOf = (name: string) => outgoing.view.files.find((file) => file.name === name)?.id ?? 'none'
const said = () => vi.mocked(toast.success).mock.calls.map(([message]) => message)

/** Looks often, as a request takes no time. */
const until = (check: () => void) => waitFor(check, { interval: 5 })

/** Whether the browser would ask before it closes the tab. */
const isKept = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a file is sent in parts, in their order, and then said to be attached', async () => {
  const release = server.hold(`append plan.pdf ${partBytes}`)
  outgoing.add([fileOf('plan.pdf', 2)], to)
  await until(() => expect(outgoing.view.files[0]?.received).toBe(partBytes))
  release()
  await until(() => expect(outgoing.view.files).toEqual([]))
  expect(server.log).toEqual([
    'start plan.pdf',
    'append plan.pdf 0',
    `append plan.pdf ${partBytes}`,
    `append plan.pdf ${2 * partBytes}`,
  ])
  expect(arrived()).toEqual(['plan.pdf'])
  expect(said()).toEqual(['plan.pdf attached.'])
})

test('two files are sent at a time, the others wait in their order', async () => {
  const names = ['1', '2', '3', '4']
  const releases = names.map((name) => server.hold(`append ${name} 0`))
  outgoing.add(
    names.map((name) => fileOf(name)),
    to,
  )
  expect(states()).toEqual(['1: sending', '2: sending', '3: waiting', '4: waiting'])
  await until(() => expect(server.log).toContain('append 2 0'))
  releases[1]?.()
  await until(() => expect(states()).toEqual(['1: sending', '3: sending', '4: waiting']))
  for (const release of releases) release()
  await until(() => expect(outgoing.view.files).toEqual([]))
  expect(arrived().slice(0, 2)).toEqual(['2', '1'])
  expect(server.most).toBe(2)
  expect(said()).toEqual(['4 files attached.'])
})

test('an empty file, and more than can be attached at once, are refused before anything is sent', async () => {
  const files = Array.from({ length: mostFilesAtOnce + 1 }, (_, nth) => (nth === 0 ? new File([], 'empty') : fileOf(`${nth}`)))
  outgoing.add(files, to)
  const refused = outgoing.view.files.filter(({ state }) => state === 'failed')
  expect(refused.map(({ name, reason, mayRetry }) => [name, reason, mayRetry])).toEqual([
    ['empty', fileProblems.empty, false],
    ['10', fileProblems.tooMany, false],
  ])
  await until(() => expect(arrived().length).toBe(mostFilesAtOnce - 1))
  expect(server.log.filter((request) => /empty|start 10/.test(request))).toEqual([])
})

test('what the server refuses says why, and is sent again on demand unless nothing can change', async () => {
  const tooLarge = 'This file is larger than 25 MB.'
  server.instead = (request) => {
    if (request === 'start large') return { status: 400, body: { size: [tooLarge] } }
    if (request === 'start forbidden') return { status: 403, body: { detail: 'Project is inactive.' } }
    if (request === 'start homeless') return { status: 404, body: { detail: 'Not found.' } }
    return undefined
  }
  outgoing.add([fileOf('large'), fileOf('forbidden'), fileOf('homeless')], to)
  const gone = 'Somebody has deleted this task, so that nothing can be attached to it any more.'
  await until(() =>
    expect(states()).toEqual([
      `large: failed: ${tooLarge}`,
      'forbidden: failed: Project is inactive.',
      `homeless: failed: ${gone}`,
    ]),
  )
  expect(outgoing.view.files.map(({ mayRetry }) => mayRetry)).toEqual([true, false, false])
  server.instead = () => undefined
  outgoing.retry(idOf('large'))
  await until(() => expect(arrived()).toEqual(['large']))
})

test('a cancelled file stops, is forgotten by the server, and makes room for the next', async () => {
  for (const name of ['a', 'b', 'c']) server.hold(`append ${name} 0`)
  outgoing.add([fileOf('a'), fileOf('b'), fileOf('c')], to)
  await until(() => expect(server.log).toContain('append a 0'))
  outgoing.discard(idOf('a'))
  expect(states()).toEqual(['b: sending', 'c: sending'])
  await until(() => expect(server.log).toEqual(expect.arrayContaining(['cancel a', 'append c 0'])))
  outgoing.discard(idOf('b'))
  outgoing.discard(idOf('c'))
  expect([outgoing.view.files, said()]).toEqual([[], []])
})

test('a file that is cancelled while it begins is forgotten by the server as well', async () => {
  const release = server.hold('start a')
  outgoing.add([fileOf('a')], to)
  await until(() => expect(server.log).toEqual(['start a']))
  outgoing.discard(idOf('a'))
  release()
  await until(() => expect(server.log).toEqual(['start a', 'cancel a']))
})

test('a lost request is sent again after growing pauses, and then only on demand, from where the server is', async () => {
  vi.useFakeTimers()
  let isLost = true
  const second = `append plan.pdf ${partBytes}`
  server.instead = (request) => {
    if (isLost && request === second) throw new TypeError('Failed to fetch')
    return undefined
  }
  outgoing.add([fileOf('plan.pdf', 1)], to)
  await vi.advanceTimersByTimeAsync(400)
  expect(states()).toEqual(['plan.pdf: retrying'])
  const tries = () => server.log.filter((request) => request === second).length
  const triesAfter = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return tries()
  }
  expect([tries(), await triesAfter(500), await triesAfter(500), await triesAfter(500), await triesAfter(2000)]).toEqual([
    1, 2, 2, 3, 4,
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([tries(), states()]).toEqual([6, ['plan.pdf: failed: Server unreachable. Please try again later.']])
  isLost = false
  outgoing.retry(idOf('plan.pdf'))
  await vi.advanceTimersByTimeAsync(100)
  expect(arrived()).toEqual(['plan.pdf'])
  expect(server.log.filter((request) => request.startsWith('start') || request.endsWith(' 0'))).toEqual([
    'start plan.pdf',
    'append plan.pdf 0',
  ])
})

test('a lost request is sent again as soon as the connection is back', async () => {
  vi.useFakeTimers()
  server.instead = (request) => {
    if (server.log.filter((one) => one === request).length < 5) throw new TypeError('Failed to fetch')
    return undefined
  }
  outgoing.add([fileOf('plan.pdf')], to)
  await vi.advanceTimersByTimeAsync(4000)
  expect(server.log.length).toBe(4)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(100)
  expect(server.log.slice(4)).toEqual(['start plan.pdf', 'append plan.pdf 0'])
})

test('a start or a part whose answer was lost is not taken twice', async () => {
  vi.useFakeTimers()
  server.losesAnswer = (request) => server.log.filter((one) => one === request).length === 1
  outgoing.add([fileOf('plan.pdf', 1)], to)
  await vi.advanceTimersByTimeAsync(5000)
  expect([arrived(), server.uploads.size, outgoing.view.files]).toEqual([['plan.pdf'], 1, []])
})

test('a start that was lost for good is taken once, however often it is demanded', async () => {
  vi.useFakeTimers()
  let isLost = true
  server.losesAnswer = () => isLost
  outgoing.add([fileOf('plan.pdf')], to)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states()).toEqual(['plan.pdf: failed: Server unreachable. Please try again later.'])
  isLost = false
  outgoing.retry(idOf('plan.pdf'))
  await vi.advanceTimersByTimeAsync(100)
  expect([arrived(), server.uploads.size]).toEqual([['plan.pdf'], 1])
})

test('a file begins again if the server has forgotten its upload or lost a part', async () => {
  let isForgotten = false
  server.instead = (request) => {
    if (request !== `append plan.pdf ${partBytes}` || isForgotten) return undefined
    isForgotten = true
    return { status: 404, body: { detail: 'Not found.' } }
  }
  outgoing.add([fileOf('plan.pdf', 1)], to)
  await until(() => expect(arrived()).toEqual(['plan.pdf']))
  expect(server.log.filter((request) => request === 'start plan.pdf').length).toBe(2)

  let isLost = false
  server.instead = (request) => {
    if (request !== `append notes.txt ${partBytes}` || isLost) return undefined
    isLost = true
    for (const upload of server.uploads.values()) if (upload.name === 'notes.txt') upload.received = 0
    return undefined
  }
  outgoing.add([fileOf('notes.txt', 1)], to)
  await until(() => expect(arrived()).toContain('notes.txt'))
  expect(server.log.filter((request) => request.endsWith('notes.txt 0')).length).toBe(2)
})

test('a server that keeps asking for the same part is given up', async () => {
  server.instead = (request) =>
    request.startsWith('append') ? { status: 200, body: { id: 1, received: 0, file: null } } : undefined
  outgoing.add([fileOf('plan.pdf')], to)
  await until(() => expect(states()).toEqual(['plan.pdf: failed: This file could not be attached.']))
})

test('a file that can not be read any more says so', async () => {
  const file = fileOf('moved.txt')
  vi.spyOn(file, 'slice').mockImplementation(() => {
    const part = new Blob()
    vi.spyOn(part, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'))
    return part
  })
  outgoing.add([file], to)
  await until(() => expect(states()).toEqual(['moved.txt: failed: This file could not be read.']))
  expect(outgoing.view.files[0]?.mayRetry).toBe(false)
})

test('the tab asks before it closes, and takes no new release, while something is on its way, and not because of what has failed', async () => {
  expect(isKept()).toBe(false)
  const release = server.hold('append plan.pdf 0')
  outgoing.add([fileOf('plan.pdf'), new File([], 'empty')], to)
  expect([isKept(), client.isMutating()]).toEqual([true, 1])
  release()
  await until(() => expect(states()).toEqual([`empty: failed: ${fileProblems.empty}`]))
  expect([isKept(), client.isMutating()]).toEqual([false, 0])
})

test('the end of the session stops everything', async () => {
  const release = server.hold('append plan.pdf 0')
  outgoing.add([fileOf('plan.pdf', 1), fileOf('b', 1), fileOf('c')], to)
  await until(() => expect(server.log).toContain('append plan.pdf 0'))
  outgoing.end()
  const before = [...server.log]
  release()
  await until(() => expect(client.isMutating()).toBe(0))
  expect([outgoing.view.files, server.log, isKept()]).toEqual([[], before, false])
})

test('a document about a person is sent to that person, and the page that shows them reads it again', async () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const fetches = vi.spyOn(server, 'fetch')
  vi.stubGlobal('fetch', fetches)
  outgoing.add([fileOf('contract.pdf')], { person_id: 12 })
  await until(() => expect(outgoing.view.files).toEqual([]))
  expect(fetches.mock.calls[0]?.[0]).toBe('/api/people/12/uploads/')
  expect(invalidate).toHaveBeenCalledWith({ queryKey: [api.directory.get.route] })
})
