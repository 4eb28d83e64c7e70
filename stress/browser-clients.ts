// Firefox by WebDriver BiDi, WebKit by WebDriver, and Chromium by Playwright: as much of them as a story needs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import WebSocket from 'ws'
import { freePort } from '../server/src/testing/free-port.ts'

export type Point = { x: number; y: number }
export type Client = {
  open: (address: string) => Promise<unknown>
  /** Evaluates an expression in the page. Its value must survive JSON. */
  read: (expression: string) => Promise<unknown>
  /** Presses at the first point, moves along, and releases at the last. */
  draw: (pointer: 'mouse' | 'touch', points: Point[]) => Promise<unknown>
  /** Characters, or the names of `keys`. */
  press: (...typed: string[]) => Promise<unknown>
  picture: () => Promise<Buffer>
  close: () => Promise<unknown>
}

const size = { width: 1280, height: 800 }
/** A finger lifts a card by resting on it. */
const rest = 700

/** The names of keys, and their characters in WebDriver. */
const keys: Record<string, string> = { Enter: '\uE007', ArrowRight: '\uE014', ArrowLeft: '\uE012', Space: ' ' }

const pointerActions = (pointerType: 'mouse' | 'touch', [first, ...others]: Point[]) => {
  const move = ({ x, y }: Point | { x: number; y: number }, duration: number) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration,
  })
  if (!first) throw new Error('There is no point.')
  const wait = pointerType === 'touch' && others.length > 0 ? [{ type: 'pause', duration: rest }] : []
  // A browser of its own process tells the page later that something is over a place.
  const settle = others.length > 0 ? [{ type: 'pause', duration: 400 }] : []
  const actions = [move(first, 0), { type: 'pointerDown', button: 0 }, ...wait, ...others.map((point) => move(point, 60))]
  return [
    {
      type: 'pointer',
      id: pointerType,
      parameters: { pointerType },
      actions: [...actions, ...settle, { type: 'pointerUp', button: 0 }],
    },
  ]
}

const keyActions = (typed: string[]) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: typed
      .map((key) => keys[key] ?? key)
      .flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
  },
]

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 3000)
  await once(child, 'exit')
  clearTimeout(force)
}

const firefoxPath = () => ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

async function startFirefox(): Promise<Client> {
  const profile = mkdtempSync(path.join(tmpdir(), 'atrium-firefox-'))
  writeFileSync(path.join(profile, 'user.js'), 'user_pref("dom.w3c_touch_events.enabled", 1);\n')
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(await freePort())]
  const child = spawn(firefoxPath() ?? '', flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (text) => (output += text))
  let address: string | undefined
  for (let tries = 0; !address && tries < 300; tries++, await sleep(100)) address = /BiDi listening on (ws:\S+)/.exec(output)?.[1]
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  let last = 0
  const send = (method: string, params: object) =>
    // biome-ignore lint/suspicious/noExplicitAny: each command has its own result
    new Promise<any>((resolve, reject) => {
      const id = ++last
      const listen = (received: WebSocket.RawData) => {
        const { id: answered, result, error, message } = JSON.parse(String(received))
        if (answered !== id) return
        socket.off('message', listen)
        if (error) reject(new Error(`${method}: ${error} ${message}`))
        else resolve(result)
      }
      socket.on('message', listen)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const { contexts } = await send('browsingContext.getTree', {})
  const { context } = contexts[0]
  await send('browsingContext.setViewport', { context, viewport: size })
  const perform = (actions: object[]) => send('input.performActions', { context, actions })
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async read(expression) {
      const target = { context }
      const { result, exceptionDetails } = await send('script.evaluate', {
        expression: `Promise.resolve(${expression}).then((it) => JSON.stringify(it ?? null))`,
        target,
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return JSON.parse(result.value)
    },
    draw: (pointer, points) => perform(pointerActions(pointer, points)),
    press: (...typed) => perform(keyActions(typed)),
    picture: async () => Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    async close() {
      socket.terminate()
      await end(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const webkitPath = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]

/** WebKit has no headless mode: without a display it gets a virtual one. */
async function startDisplay() {
  if (process.env.DISPLAY) return { DISPLAY: process.env.DISPLAY, close: async () => undefined }
  const flags = ['-displayfd', '1', '-screen', '0', `${size.width}x${size.height + 100}x24`, '-nolisten', 'tcp']
  const server = spawn('Xvfb', flags, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = await once(server.stdout, 'data')
  return { DISPLAY: `:${String(number).trim()}`, close: () => end(server) }
}

async function startWebKit(): Promise<Client> {
  const home = mkdtempSync(path.join(tmpdir(), 'atrium-webkit-'))
  const { DISPLAY, close } = await startDisplay()
  const port = await freePort()
  const env = { ...process.env, DISPLAY, HOME: home }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=local'], { env, stdio: 'ignore' })
  const send = async (method: 'GET' | 'POST' | 'DELETE', route: string, body?: object) => {
    const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${port}${route}`, { method, ...sent, signal: AbortSignal.timeout(60_000) })
    const { value } = JSON.parse(await answer.text())
    if (!answer.ok) throw new Error(`${route}: ${value.error} ${value.message}`)
    return value
  }
  for (let tries = 0; tries < 100; tries++, await sleep(100)) if (await send('GET', '/status').catch(() => undefined)) break
  const options = { binary: webkitPath(), args: ['--automation'] }
  const begun = await send('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } })
  const session = `/session/${begun.sessionId}`
  await send('POST', `${session}/window/rect`, size)
  const perform = (actions: object[]) => send('POST', `${session}/actions`, { actions })
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    async read(expression) {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then((it) => done(JSON.stringify(it ?? null)))`
      return JSON.parse(await send('POST', `${session}/execute/async`, { script, args: [] }))
    },
    draw: (pointer, points) => perform(pointerActions(pointer, points)),
    press: (...typed) => perform(keyActions(typed)),
    picture: async () => Buffer.from((await send('GET', `${session}/screenshot`)) ?? '', 'base64'),
    async close() {
      await send('DELETE', session).catch(() => undefined)
      await end(driver)
      await close()
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const chromiumPath = () => [process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'].find(existsSync)

async function startChromium(): Promise<Client> {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ viewport: size, hasTouch: true })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const touch = (type: string, points: Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points })
  const drawBy = {
    async mouse([first, ...others]: Point[]) {
      await page.mouse.move(first?.x ?? 0, first?.y ?? 0)
      await page.mouse.down()
      for (const { x, y } of others) await page.mouse.move(x, y, { steps: 3 })
      await page.mouse.up()
    },
    async touch([first, ...others]: Point[]) {
      await touch('touchStart', first ? [first] : [])
      if (others.length) await sleep(rest)
      for (const point of others) await touch('touchMove', [point])
      await touch('touchEnd', [])
    },
  }
  return {
    open: (url) => page.goto(url),
    read: (expression) => page.evaluate(expression),
    draw: (pointer, points) => drawBy[pointer](points),
    async press(...typed) {
      for (const key of typed) await page.keyboard.press(key === '\n' ? 'Enter' : key)
    },
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}

const all: readonly ('mouse' | 'touch')[] = ['mouse', 'touch']

/**
 * Each browser, what it needs, by which pointers its driver drags, and whether it is installed. Our board drags by HTML's drag and drop,
 * of which WebDriver says nothing: by mouse, Firefox and WebKit begin to drag and never drop.
 */
export const browsers = [
  { name: 'Chromium', needs: 'chromium', drags: all, isInstalled: () => chromiumPath() !== undefined, start: startChromium },
  {
    name: 'Firefox',
    needs: 'firefox-esr',
    drags: ['touch'] as const,
    isInstalled: () => firefoxPath() !== undefined,
    start: startFirefox,
  },
  {
    name: 'WebKit',
    needs: 'webkit2gtk-driver and xvfb',
    drags: [],
    isInstalled: () =>
      webkitPath() !== undefined &&
      existsSync('/usr/bin/WebKitWebDriver') &&
      (process.env.DISPLAY !== undefined || existsSync('/usr/bin/Xvfb')),
    start: startWebKit,
  },
]
