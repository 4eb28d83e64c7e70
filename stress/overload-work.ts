// A process in which one workspace uploads, has pictures drawn, previews imports and exports as much as it can, at the lowest priority.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { partBytes } from 'contract'
import { noise } from '../server/src/files/testing.ts'

type Headers = Record<string, string>
export type Order = {
  seconds: number
  admin: Headers
  manager: Headers
  developer: Headers
  project: number
  task: number
  /** Uploads that lack their last byte, and can't become a file. */
  refused: { id: number; offset: number }[]
}
/** How often each kind of work was answered with each status. 0 stands for no answer. */
export type Worked = Record<string, Record<number, number>>

const agent = new Agent({ keepAlive: true })
/** A refused client asks again after so long, whatever `Retry-After` says. */
const millisecondsAfterRefusal = 20

setPriority(19)
process.on('message', (order: Order & { port: number }) => void work(order).then((worked) => process.send?.(worked)))
process.on('disconnect', () => process.exit())

/** One piece of work, which asks the server for something. */
type Piece = (ask: (route: string, body?: Buffer | object) => Promise<Answer>) => Promise<unknown> | undefined

async function work(order: Order & { port: number }): Promise<Worked> {
  const worked: Worked = {}
  const end = performance.now() + order.seconds * 1000
  /** Does a piece of work again and again, so many at a time, until the time is up. */
  const repeat = async ({ kind, loops, headers, piece }: Awaited<ReturnType<typeof kindsOfWork>>[number]) => {
    const counts: Worked[string] = {}
    worked[kind] = counts
    const ask: Parameters<Piece>[0] = async (route, body) => {
      const answer = await send({ port: order.port, route, headers, body })
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
      if (answer.status >= 400) await sleep(millisecondsAfterRefusal)
      return answer
    }
    const loop = async () => {
      while (performance.now() < end) await piece(ask)
    }
    await Promise.all(Array.from({ length: loops }, loop))
  }
  await Promise.all((await kindsOfWork(order)).map(repeat))
  return worked
}

async function kindsOfWork({ admin, manager, developer, project, task, refused }: Order) {
  const [photo, face] = [await noise(1500), await noise(2000)]
  const table = Array.from({ length: 2000 }, (_, n) => `Task ${n}${',x'.repeat(200)}`).join('\n')
  let turn = 0
  const sendLastPart: Piece = (ask) => {
    const upload = refused[turn++ % refused.length]
    return upload && ask(`PUT /api/uploads/${upload.id}/?offset=${upload.offset}`, Buffer.from('x'))
  }
  const simple =
    (route: string, body?: Buffer | object): Piece =>
    (ask) =>
      ask(route, body)
  const previewImport = simple(`POST /api/projects/${project}/imports/preview/`, { text: table })
  return [
    { kind: 'uploads of pictures, and their previews', loops: 4, headers: developer, piece: attachPicture(task, photo) },
    { kind: 'last parts of refused uploads', loops: 16, headers: manager, piece: sendLastPart },
    { kind: 'previews of imports', loops: 4, headers: manager, piece: previewImport },
    { kind: 'exports of time', loops: 8, headers: admin, piece: simple('GET /api/time/export/') },
    { kind: 'exports of the workspace', loops: 2, headers: admin, piece: simple('GET /api/workspace/export/') },
    { kind: 'pictures of people', loops: 4, headers: manager, piece: simple('PUT /api/profile/picture/', face) },
  ]
}

/** Uploads a picture, has its previews drawn, and deletes it. */
const attachPicture =
  (task: number, photo: Buffer): Piece =>
  async (ask) => {
    // Other bytes each time: the same would be kept once.
    const bytes = Buffer.concat([photo, randomBytes(8)])
    const begun = await ask(`POST /api/tasks/${task}/uploads/`, { name: 'a.jpg', size: bytes.length })
    if (begun.status !== 201 || !begun.body) return
    let upload = begun.body
    while (!upload.file) {
      const { id, received } = upload
      const part = bytes.subarray(received, received + partBytes)
      const { status, body } = await ask(`PUT /api/uploads/${id}/?offset=${received}`, part)
      if (status === 200 && body) upload = body
    }
    await ask(`GET /api/files/${upload.file.id}/preview/`)
    await ask(`DELETE /api/files/${upload.file.id}/`)
  }

type Upload = { id: number; received: number; file: { id: number } | null }
/** The only bodies that are read are those of uploads. */
type Answer = { status: number; body: Upload | null }

function send({
  port,
  route,
  headers,
  body,
}: {
  port: number
  route: string
  headers: Headers
  body: Buffer | object | undefined
}) {
  const [method, path] = route.split(' ')
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const isBytes = Buffer.isBuffer(body)
  // Parts of files are taken under any type.
  const type = isBytes ? 'image/jpeg' : 'application/json'
  const sent = request(
    {
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: { ...headers, 'content-type': type, 'accept-encoding': 'identity' },
      timeout: 60_000,
    },
    (answer) => {
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      let text = ''
      if (isJson) answer.setEncoding('utf8').on('data', (part) => (text += part))
      else answer.resume()
      answer.on('error', () => resolve({ status: 0, body: null }))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : null }))
    },
  )
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => resolve({ status: 0, body: null }))
  sent.end(isBytes ? body : body && JSON.stringify(body))
  return promise
}
