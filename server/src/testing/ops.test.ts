// The files with which operators run the server name the variables and files that exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { Environment } from '../config.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Service = { environment?: Record<string, string>; build?: { args?: Record<string, string> } }
const compose: { services: Record<string, Service> } = parse(read('compose.yaml'))
const variables = Object.keys(Environment.shape)
/** Set by the image, or the same in each container. */
const fixed = ['NODE_ENV', 'DATA_DIR', 'PORT', 'HOST']
/** Replaces Stripe in tests. */
const forTests = ['STRIPE_API_BASE']

const sameNames = (found: unknown[], wanted: unknown[]) => assert.deepEqual(new Set(found), new Set(wanted))

test('compose.yaml passes on every variable that the server reads', () => {
  const passed = Object.keys(compose.services.server?.environment ?? {})
  const wanted = variables.filter((name) => !fixed.includes(name) && !forTests.includes(name))
  sameNames(passed, wanted)
})

test('.env.example has every variable that compose.yaml uses, and no other', () => {
  const used = [...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name)
  const offered = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  sameNames(offered, used)
})

test('compose.yaml asks at once for what the server requires in production, and for what its containers do', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+):\?Set \1 in \.env\}/g)].map(([, name]) => name)
  const wanted = [
    'ACME_EMAIL',
    'DOMAIN',
    'POSTGRES_PASSWORD',
    'SESSION_SECRET',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]
  sameNames(asked, wanted)
})

test('the Caddyfile uses the variables of its container, and a snippet for each kind of certificate', () => {
  const caddyfile = read('ops/Caddyfile')
  const used = [...caddyfile.matchAll(/\{\$([A-Z_]+)/g)].map(([, name]) => name)
  sameNames(used, Object.keys(compose.services.caddy?.environment ?? {}))
  const snippets = [...caddyfile.matchAll(/^\((\w+)\) \{/gm)].map(([, name]) => name)
  const named = [...read('.env.example').matchAll(/\b(dns|files|internal):/g)].map(([, name]) => name)
  sameNames(snippets, named)
})

test('the Containerfile copies what exists, and the image contains what it starts', () => {
  const copied = [...read('Containerfile').matchAll(/^COPY (?:--chmod=\d+ )?(?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  assert.ok(copied.length > 5)
  const included = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
  for (const file of copied) {
    assert.ok(existsSync(path.join(root, file)), file)
    assert.ok(
      included.some((line) => `${file}/`.startsWith(`${line.slice(1)}/`)),
      `${file} is ignored`,
    )
  }
})

test('every file and command that the guide names exists', () => {
  const guide = read('docs/operating.md')
  const links = [...guide.matchAll(/\]\((\.\.?\/[^)#]+|[a-z][\w/.-]+\.md)/g)].map(([, link = '']) => path.join('docs', link))
  const named = [...guide.matchAll(/`[^`]*?\b(ops\/[\w.-]+)/g)].map(([, file = '']) => file)
  for (const file of [...links, ...named]) assert.ok(existsSync(path.join(root, file)), file)
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  for (const [, name = ''] of guide.matchAll(/npm run ([a-z-]+)/g)) assert.ok(scripts.includes(name), name)
  const commands = globSync('*.ts', { cwd: path.join(root, 'server/src/commands') }).map((file) => file.replace('.ts', ''))
  const used = [...guide.matchAll(/(?<!\/)(?:atrium|server) ([a-z-]+)(?= --|`)/g)].map(([, name = '']) => name)
  assert.ok(used.includes('restore'))
  for (const name of used) assert.ok(commands.includes(name), name)
})
