// @long @alone: The main story in every browser engine that is installed. The stories of `e2e/` cover more, in Chromium alone.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAtrium } from '../e2e/atrium.ts'
import { demoPassword } from '../e2e/visit.ts'
import { browsers, type Client, type Point } from './browser-clients.ts'
import { figure, isStress } from './size.ts'

const pictures = 'test-results/browsers'
const quoted = JSON.stringify

/** Expressions that find a visible element by the start of its name. */
const shown = (css: string, name: string) =>
  `[...document.querySelectorAll(${quoted(css)})].find((it) => it.getClientRects().length > 0 &&
    (it.getAttribute('aria-label') ?? it.textContent).replace(/^\\+ /, '').trim().startsWith(${quoted(name)}))`
const button = (name: string) => shown('button, a', name)
const inDialog = (name: string) => shown('[role=dialog] button', name)
const field = (name: string) =>
  `([...document.querySelectorAll('label')].filter((it) => it.getClientRects().length > 0 &&
    it.textContent.trim().startsWith(${quoted(name)})).at(-1)?.control ?? ${shown('input, textarea', name)})`
const card = (title: string) => shown('[data-card]', title)
const column = (name: string) => shown('[data-column]', name)
const words = (text: string) => `document.body.innerText.includes(${quoted(text)})`
const isIn = (title: string, name: string) => `${column(name)}?.textContent.includes(${quoted(title)})`

async function waitFor(client: Client, expression: string, what = expression) {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(30))
    // A page that is being left can't be read.
    if (await client.read(`!!(${expression})`).catch(() => false)) return
  assert.fail(`Not within 20 s: ${what}. The page says: ${await client.read('document.body.innerText.slice(0, 600)')}`)
}

/** The middle of an element, once that rests and nothing covers it. */
async function middleOf(client: Client, element: string) {
  await waitFor(client, element)
  await client.read(`void (${element}).scrollIntoView({ block: 'nearest' })`)
  const at = `(() => {
    const it = ${element}
    const box = it?.getBoundingClientRect()
    const at = box && { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + Math.min(box.height / 2, 60)) }
    return at && it.contains(document.elementFromPoint(at.x, at.y)) ? at : null
  })()`
  let before: unknown
  for (let tries = 0; tries < 300; tries++, await sleep(40)) {
    const now = await client.read(at)
    if (now && quoted(now) === quoted(before)) return now as Point
    before = now
  }
  return assert.fail(`Something covers it: ${element}`)
}

const click = async (client: Client, element: string) => client.draw('mouse', [await middleOf(client, element)])

async function fill(client: Client, name: string, text: string) {
  await click(client, field(name))
  await client.press(...text)
  await waitFor(client, `${field(name)}?.value === ${quoted(text)}`, `${name} has the text`)
}

async function drag(client: Client, pointer: 'mouse' | 'touch', title: string, to: string) {
  const [from, target] = [await middleOf(client, card(title)), await middleOf(client, column(to))]
  const between = [0.1, 0.3, 0.6, 1, 1].map((share) => ({
    x: from.x + (target.x - from.x) * share,
    y: from.y + (target.y + 40 - from.y) * share,
  }))
  await client.draw(pointer, [from, ...between])
  await waitFor(client, isIn(title, to), `${title} is in ${to} by ${pointer}`)
}

async function logIn(client: Client, origin: string, email: string) {
  await client.open(`${origin}/login`)
  await fill(client, 'Email', email)
  await fill(client, 'Password', demoPassword)
  await client.press('Enter')
  await waitFor(client, `!location.pathname.startsWith('/login')`, 'the dashboard opens')
}

async function createWork(client: Client) {
  await click(client, button('Create Project'))
  await fill(client, 'Project Name', 'Engines')
  await click(client, inDialog('Create Project'))
  await click(client, shown('a', 'Engines'))
  await click(client, button('New Task'))
  await fill(client, 'Title', 'Test it')
  await fill(client, 'Description', 'In every browser engine.')
  await click(client, inDialog('Create'))
  await click(client, inDialog('Confirm'))
  await waitFor(client, shown('a', 'Test it'))
}

async function moveCard(client: Client, pointers: readonly ('mouse' | 'touch')[], keep: (name: string) => Promise<void>) {
  await click(client, shown('label, button, a', 'Status Board'))
  await click(client, shown('label', 'Tasks'))
  await waitFor(client, isIn('Test it', 'To Do'))
  for (const [n, pointer] of pointers.entries()) await drag(client, pointer, 'Test it', n % 2 ? 'To Do' : 'In Progress')
  const steps = pointers.length === 1 ? ['ArrowRight'] : ['ArrowRight', 'ArrowRight']
  await client.read(`void ${card('Test it')}.focus()`)
  await client.press('Space', ...steps, 'Space')
  await waitFor(client, isIn('Test it', 'Done'), 'the card is in Done by keyboard')
  await keep('board')
  await client.read('void location.reload()')
  await waitFor(client, isIn('Test it', 'Done'))
}

async function chat(pam: Client, dev: Client, origin: string) {
  await click(pam, button('Chat'))
  await click(pam, button('New chat'))
  await click(pam, `[...document.querySelectorAll('[role=dialog] button')].find((it) => it.textContent.includes('Dev Dalton'))`)
  await waitFor(pam, field('Message to'))
  const path = String(await pam.read('location.pathname'))
  await dev.open(origin + path)
  await waitFor(dev, field('Message to'))
  await click(pam, field('Message to'))
  await pam.press(...'Hello from here', 'Enter')
  const begin = Date.now()
  await waitFor(dev, words('Hello from here'))
  const appeared = Date.now() - begin
  await click(dev, field('Message to'))
  await dev.press(...'And back', 'Enter')
  await waitFor(pam, words('And back'))
  return appeared
}

const skip = isStress ? false : 'Takes long: npm run stress -- browsers'
if (isStress) {
  const atrium = await startAtrium({}, { database: 'its own' })
  after(() => atrium.stop())
  mkdirSync(pictures, { recursive: true })
  const origin = atrium.originOf('demo')

  for (const { name, needs, drags, isInstalled, start } of browsers)
    test(`the main story in ${name}`, { skip: !isInstalled() && `${name} is missing: install ${needs}` }, async (t) => {
      const begin = Date.now()
      const pam = await start()
      t.after(() => pam.close())
      const keep = async (what: string) => writeFileSync(`${pictures}/${name}-${what}.png`, await pam.picture())
      try {
        await pam.open(atrium.mainOrigin)
        await waitFor(pam, button('Start'), 'the landing page').catch(() => undefined)
        await keep('landing')
        await logIn(pam, origin, 'pam@demo.test')
        await createWork(pam)
        await moveCard(pam, drags, keep)
        const dev = await start()
        t.after(() => dev.close())
        await logIn(dev, origin, 'dev@demo.test')
        figure(t, `${name}: a message appears in the other browser, ms`, await chat(pam, dev, origin))
        await keep('chat')
        figure(t, `${name}: the story, s`, Math.round((Date.now() - begin) / 1000))
      } catch (error) {
        await keep('failed').catch(() => undefined)
        throw error
      }
    })
} else test('the main story in every browser', { skip }, () => undefined)
