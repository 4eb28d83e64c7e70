// @long: The bytes of files in exports, imports, backups and deletions.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { before, test } from 'node:test'
import { partBytes } from 'contract'
import sharp from 'sharp'
import { ask, emptyDatabase } from '../backup/testing.ts'
import { readConfig } from '../config.ts'
import { connectedAsOwner } from '../database.ts'
import { upload } from '../files/testing.ts'
import { type FileStore, openStore } from '../kit/files/store.ts'
import { startBucket } from '../kit/files/testing.ts'
import { importTenant } from '../tenants/import.ts'
import { commandsOn } from '../testing/commands.ts'
import { okBody, storeScene, tasks, tenants, testApp } from '../testing/world.ts'

const { as, query, services, ...database } = await testApp({ RATE_LIMIT: '0' })
const { store } = services
const { folder, run } = commandsOn(database)
const { acme, globex } = tenants

const attached = [
  { name: 'a.txt', bytes: Buffer.from('The same bytes.') },
  { name: 'b.txt', bytes: Buffer.from('The same bytes.') },
  { name: 'archive.bin', bytes: randomBytes(2 * partBytes + 77) },
  {
    name: 'wide.png',
    bytes: await sharp({ create: { width: 3000, height: 20, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer(),
  },
]
before(async () => {
  await storeScene(store)
  for (const file of attached) await okBody(upload(as('dev'), tasks.home_page, file))
})

const objectsIn = async (from: FileStore, tenant_id: number) =>
  (await Array.fromAsync(from.list(`${tenant_id}/`))).map(({ key }) => key).toSorted((a, b) => a.localeCompare(b))
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** Every object of a store by its key, as its hash. */
async function everything(from: FileStore) {
  const hashes: Record<string, string> = {}
  for await (const { key } of from.list('')) hashes[key] = hashOf(await buffer(await from.get(key)))
  return hashes
}

let files = 0
async function exported(subdomain = 'acme') {
  const file = path.join(folder, `export-${++files}.jsonl`)
  const { code, err } = await run('export-tenant', ['--subdomain', subdomain, '--out', file])
  assert.deepEqual([code, err], [0, ''])
  return file
}

type FileRow = {
  name: string
  tenant_id: number
  object: string
  type: string
  size: number
  width: number | null
  height: number | null
  sha256: string
}

/** The files of a workspace, with the hash of the bytes that the store has of each. */
async function filesOf(subdomain: string, from = store) {
  const rows = (await query(
    `select f.name, c.tenant_id::int, c.object, c.type, c.size, c.width, c.height, encode(c.sha256, 'hex') as sha256
     from files f join file_contents c on c.tenant_id = f.tenant_id and c.id = f.content_id join tenants t on t.id = f.tenant_id
     where t.subdomain = $1 order by f.id`,
    subdomain,
  )) as FileRow[]
  return Promise.all(
    rows.map(async ({ tenant_id, object, ...row }) => {
      return { ...row, stored: hashOf(await buffer(await from.get(`${tenant_id}/${object}`))) }
    }),
  )
}

test('an imported workspace has the files of the exported one, under objects of its own', async () => {
  const file = await exported()
  const { code, err } = await run('import-tenant', ['--from', file, '--subdomain', 'copy'])
  assert.deepEqual([code, err], [0, ''])
  const [original, copy] = [await filesOf('acme'), await filesOf('copy')]
  assert.deepEqual(copy, original)
  assert.ok(copy.every(({ sha256, stored }) => sha256 === stored))
  assert.equal(copy.find(({ name }) => name === 'wide.png')?.width, 2048)
  const [{ id } = {}] = await query(`select id::int from tenants where subdomain = 'copy'`)
  assert.equal((await objectsIn(store, Number(id))).length, (await objectsIn(store, acme.id)).length)
  assert.equal(new Set(copy.map(({ name }) => name)).size, copy.length)
})

test('the type and the previews of a file are decided by its bytes, whatever an export says', async () => {
  const claimed = readFileSync(await exported(), 'utf8').replaceAll('"type":"text/plain","object"', '"type":"text/html","object"')
  assert.match(claimed, /text\/html/)
  await importOf(written(claimed.trimEnd().split('\n')), 'claims')
  assert.deepEqual(
    (await filesOf('claims')).map(({ type, width }) => [type, width]),
    (await filesOf('acme')).map(({ type, width }) => [type, width]),
  )
})

/** Writes lines of an export with the checksum that they have. */
function written(lines: string[]) {
  const body = lines
    .slice(1, -1)
    .map((line) => `${line}\n`)
    .join('')
  const file = path.join(folder, `export-${++files}.jsonl`)
  writeFileSync(file, `${lines[0]}\n${body}${JSON.stringify({ sha256: hashOf(Buffer.from(body)) })}\n`)
  return file
}

async function importOf(file: string, subdomain: string, to = store) {
  const handle = await open(file)
  try {
    return await connectedAsOwner(database.owner_url, (client) =>
      importTenant(client, handle, { subdomain, isPicture: async () => true, store: to }),
    )
  } finally {
    await handle.close()
  }
}

for (const [name, opened] of [
  ['a folder', async () => store],
  ['a bucket', async () => openStore(readConfig({ SESSION_SECRET: database.secret, ...(await startBucket()) }))],
] as const)
  test(`an import whose bytes are not those of its rows is refused, and leaves nothing in ${name}`, async () => {
    const to = await opened()
    const lines = readFileSync(await exported(), 'utf8')
      .trimEnd()
      .split('\n')
    const places = lines.flatMap((line, i) => (line.startsWith('{"content"') ? [i] : []))
    const of = (bytes: Buffer) => places.find((i) => lines[i]?.includes(bytes.toString('base64').slice(0, 40))) ?? 0
    const [small, large] = [of(Buffer.from('The same bytes.')), of(attached[2]?.bytes ?? Buffer.alloc(0))]
    const [id] = /\d+/.exec(lines[small] ?? '') ?? []
    const piece = (text: string, of = id) => `{"content":${of},"bytes":"${Buffer.from(text).toString('base64')}"}`
    const cases: [string[], string][] = [
      [
        lines.with(small, piece('The same Bytes.')),
        `Line ${small + 1}: these are other bytes than the row of file_contents says.`,
      ],
      [
        lines.with(small, piece('More than these.')),
        `Line ${small + 1}: these are more or fewer bytes than the row of file_contents says.`,
      ],
      [
        lines.with(small, piece('Fewer.')),
        `Line ${small + 1}: these are more or fewer bytes than the row of file_contents says.`,
      ],
      [lines.toSpliced(large + 1, 1), `Line ${large + 1}: these are more or fewer bytes than the row of file_contents says.`],
      [lines.toSpliced(small, 1), `Line 1: the file lacks the bytes of file_contents ${id}.`],
      [
        lines.toSpliced(-1, 0, lines[small] ?? ''),
        `Line ${lines.length}: no row of file_contents has the id ${id}, or its bytes came before.`,
      ],
      [
        lines.toSpliced(small, 0, piece('x', '77')),
        `Line ${small + 1}: no row of file_contents has the id 77, or its bytes came before.`,
      ],
      [lines.with(small, `{"content":${id},"bytes":"<>"}`), `Line ${small + 1}: here should be bytes of a file.`],
      [lines.with(small, '{"content":"1"}'), `Line ${small + 1}: here should be bytes of a file.`],
      [
        lines.with(0, (lines[0] ?? '').replace('"version":3', '"version":2')),
        `Line ${(places[0] ?? 0) + 1}: here should be the checksum.`,
      ],
    ]
    for (const [changed, problem] of cases) {
      const [held, tenants] = [await everything(to), await query('select id from tenants order by id')]
      await assert.rejects(importOf(written(changed), 'fresh', to), { message: problem })
      // Unlike S3, the bucket of the tests may keep what a broken-off request has sent.
      if (to === store) assert.deepEqual(await everything(to), held, problem)
      assert.deepEqual(await query('select id from tenants order by id'), tenants)
    }
    await importOf(written(lines), 'whole', to)
    assert.deepEqual(
      (await filesOf('whole', to)).map(({ stored }) => stored),
      (await filesOf('acme')).map(({ stored }) => stored),
    )
    assert.equal((await run('delete-tenant', ['--subdomain', 'whole', '--confirm', 'whole'])).code, 0)
  })

test('an unclean name is refused', async () => {
  const text = readFileSync(await exported(), 'utf8')
  for (const name of ['../a.txt', 'a\\u0000b', 'a\\nb.txt', 'x'.repeat(256), ' a.txt']) {
    const unclean = text.replace(/(?<="name": ?)"a\.txt"/, `"${name}"`)
    await assert.rejects(importOf(written(unclean.trimEnd().split('\n')), 'fresh'), /files\.name is/)
  }
})

test('a file whose bytes are lost stops an export, by command and by an administrator, with its name', async () => {
  const [{ object } = {}] = await query(
    `select c.object from file_contents c join files f on f.content_id = c.id where f.name = 'archive.bin'`,
  )
  const key = `${acme.id}/${object}`
  const bytes = await buffer(await store.get(key))
  await store.remove([key])
  try {
    const { code, err } = await run('export-tenant', ['--subdomain', 'acme', '--out', path.join(folder, 'lost.jsonl')])
    assert.deepEqual([code, err], [1, 'The bytes of archive.bin are missing where files are kept. Nothing was written.\n'])
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('lost')),
      [],
    )
    await assert.rejects(as('ann')('GET /api/workspace/export/'), /destroyed/)
  } finally {
    await store.put(key, [bytes], bytes.length)
  }
})

async function backedUp() {
  const out = path.join(folder, `backup-${++files}`)
  const { code, err, out: said } = await run('backup', ['--out', out])
  assert.deepEqual([code, err], [0, ''])
  return { out, said }
}

test('a restored backup has the files of all workspaces', async () => {
  const { out, said } = await backedUp()
  const [{ n } = {}] = await query('select count(*)::int as n from file_contents')
  assert.match(said, new RegExp(` rows and ${n} files in `))
  assert.doesNotMatch(said, /missing/)
  const [DATABASE_URL, DATA_DIR] = [await emptyDatabase(), path.join(folder, 'restored')]
  const { code, err } = await run('restore', ['--from', out], { env: { DATABASE_URL, DATA_DIR } })
  assert.deepEqual([code, err], [0, ''])
  const target = await openStore(readConfig({ SESSION_SECRET: database.secret, DATA_DIR }))
  const restored = await everything(target)
  const rows = await ask(
    DATABASE_URL,
    `select tenant_id || '/' || object as key, encode(sha256, 'hex') as sha256 from file_contents`,
  )
  assert.equal(rows.length, n)
  for (const { key, sha256 } of rows) assert.equal(restored[key], sha256)
})

test('a backup of an older release has no objects, and is restored', async () => {
  const { out } = await backedUp()
  const { objects, ...manifest } = JSON.parse(readFileSync(path.join(out, 'manifest.json'), 'utf8'))
  const text = JSON.stringify(manifest)
  writeFileSync(path.join(out, 'manifest.json'), text)
  writeFileSync(path.join(out, 'manifest.json.sha256'), `${hashOf(Buffer.from(text))}  manifest.json\n`)
  rmSync(path.join(out, objects.file))
  const env = { DATABASE_URL: await emptyDatabase(), DATA_DIR: path.join(folder, 'older') }
  const { code, err } = await run('restore', ['--from', out], { env })
  assert.deepEqual([code, err], [0, ''])
})

test('a backup says how many files are lost, and has all others', async () => {
  const [{ object } = {}] = await query('select object from file_contents where tenant_id = 1 and width is null limit 1')
  const key = `${acme.id}/${object}`
  const bytes = await buffer(await store.get(key))
  await store.remove([key])
  const { out, said } = await backedUp()
  await store.put(key, [bytes], bytes.length)
  assert.match(said, /^Missing where files are kept, and so not in the backup: the bytes of 1 more\.$/m)
  const env = { DATABASE_URL: await emptyDatabase(), DATA_DIR: path.join(folder, 'incomplete') }
  const { code, err } = await run('restore', ['--from', out], { env })
  assert.deepEqual([code, err], [0, ''])
  const restored = await everything(await openStore(readConfig({ SESSION_SECRET: database.secret, ...env })))
  const { [key]: lost, ...others } = await everything(store)
  assert.deepEqual([restored, typeof lost], [others, 'string'])
})

test('a deleted workspace leaves no object, and those of others stay', async () => {
  const of = async (ids: number[]) => (await Promise.all(ids.map((id) => objectsIn(store, id)))).flat()
  const [{ id: copy } = {}] = await query(`select id::int from tenants where subdomain = 'copy'`)
  const others = await of([acme.id, globex.id])
  assert.ok((await of([Number(copy)])).length > 4)
  const { code, err } = await run('delete-tenant', ['--subdomain', 'copy', '--confirm', 'copy'])
  assert.deepEqual([code, err], [0, ''])
  assert.deepEqual([await of([Number(copy)]), await of([acme.id, globex.id])], [[], others])
})
