// Chat between people in browsers of their own.
import { expect, type Page, type WebSocketRoute } from '@playwright/test'
import { atrium, callApi, expectAccessible, logInAs, test } from './visit.ts'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const messageIn = (page: Page, text: string) => messages(page).getByText(text, { exact: true })
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const roomLink = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Chats', exact: true }).getByRole('link', { name })
const chatEntry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Chat/ })

async function sendMessage(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

async function beginChat(page: Page, name: string) {
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('dialog', { name: 'New chat' }).getByRole('button', { name }).click()
  await expect(composer(page)).toBeFocused()
}

test('two people who begin a chat at once share it, and see presence, typing and what was seen', { tag: '@quick' }, async ({
  browser,
}) => {
  const [pam, dev] = await Promise.all([logInAs(browser, atrium, 'pam@demo.test'), logInAs(browser, atrium, 'dev@demo.test')])
  await Promise.all([pam.getByRole('banner').getByRole('link', { name: /^Chat/ }).click(), chatEntry(dev).click()])
  await Promise.all([beginChat(pam, 'Dev Dalton'), beginChat(dev, 'Pam Porter')])
  await pam.waitForURL(/\/chat\/\d+$/)
  await expect(dev).toHaveURL(pam.url())
  await expect(pam.getByText('No messages yet. Say hello.')).toBeVisible()
  await expect(pam.getByText('Private chat · Online')).toBeVisible()

  // White space alone is not sent, nor is Enter during composition. Shift+Enter begins a line.
  await composer(dev).fill('   ')
  await composer(dev).press('Enter')
  await composer(dev).fill('Done: https://example.com/plan.')
  await composer(dev).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await composer(dev).press('Shift+Enter')
  await composer(dev).pressSequentially('<b>when?</b>')
  await expect(pam.getByText('Dev Dalton is typing…')).toBeVisible()
  await composer(dev).press('Enter')
  const text = messages(pam).getByText('<b>when?</b>')
  await expect(text).toHaveText('Done: https://example.com/plan.\n<b>when?</b>')
  await expect(text.getByRole('link')).toHaveAttribute('href', 'https://example.com/plan')
  await expect(pam.getByText('Dev Dalton is typing…')).toBeHidden()
  await expect(messages(dev).getByText('Seen', { exact: true })).toBeVisible()

  // In another room, unread messages are counted. On return, a line marks the first of them.
  await roomLink(pam, 'Customer portal').click()
  // Until the other room is shown, the first one is on the screen, and what arrives in it is seen.
  await expect(pam.getByRole('textbox', { name: 'Message to Customer portal' })).toBeVisible()
  await sendMessage(dev, 'One')
  await sendMessage(dev, 'Two')
  const room = roomLink(pam, 'Dev Dalton')
  await expect(room).toContainText('2 unread')
  await expect(room).toContainText('Two')
  await expect(chatEntry(pam)).toContainText(/\d+ unread/)
  await expect(pam).toHaveTitle(/^\(\d+\) Chat/)
  await room.click()
  await expect(messages(pam).getByText('New messages')).toBeVisible()
  await expect(messageIn(pam, 'Two')).toBeVisible()
  await expect(room).not.toContainText('unread')
  await expect(messages(dev).getByText('Seen', { exact: true })).toBeVisible()
  await expectAccessible(pam)

  await dev.getByRole('button', { name: 'Logout' }).click()
  await expect(pam.getByText('Private chat · Offline')).toBeVisible()
})

test('a disabled room is read-only, and who leaves the project leaves its room', async ({ browser }) => {
  const [pam, dev] = await Promise.all([logInAs(browser, atrium, 'pam@demo.test'), logInAs(browser, atrium, 'dev@demo.test')])
  const rooms = await callApi<{ id: number; project: { id: number } | null; name: string }[]>(pam, 'GET /api/chat-rooms/')
  const { id, project } = rooms.find(({ name }) => name === 'Customer portal') ?? { id: 0, project: null }

  // The count beside Chat needs no other participants.
  const requested: string[] = []
  pam.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/chat-rooms/')) requested.push(`${pathname}${search}`)
  })
  await pam.reload()
  await expect(chatEntry(pam)).toBeVisible()
  await expect.poll(() => [...new Set(requested)]).toEqual(['/api/chat-rooms/?participants=own'])

  await Promise.all([pam, dev].map((page) => page.goto(`${atrium.originOf('demo')}/chat/${id}`)))
  await sendMessage(pam, 'Before the break')
  await expect(messageIn(dev, 'Before the break')).toBeVisible()
  await expect(messages(pam).getByText('Seen by 1')).toBeVisible()

  const setActive = (is_active: boolean) => callApi(pam, `PATCH /api/projects/${project?.id}/`, { is_active })
  await setActive(false)
  await expect(dev.getByText('Chat is disabled because this project is inactive.')).toBeVisible()
  await expect(composer(dev)).toBeHidden()
  await expect(messageIn(dev, 'Before the break')).toBeVisible()
  await setActive(true)
  await sendMessage(dev, 'And on')
  await expect(messageIn(pam, 'And on')).toBeVisible()

  const { members } = await callApi<{ members: { id: number; employee: { full_name: string } }[] }>(
    pam,
    `GET /api/projects/${project?.id}/`,
  )
  const member = members.find(({ employee }) => employee.full_name === 'Dev Dalton')
  await atrium.sql(`update subtasks set status = 'done'`)
  await callApi(pam, `DELETE /api/members/${member?.id}/`)
  await expect(dev.getByText('You are no longer in this chat.')).toBeVisible()
  await expect(roomLink(dev, 'Customer portal')).toBeHidden()
})

test('a lost connection loses and doubles no message, and a draft survives', async ({ browser }) => {
  const pam = await logInAs(browser, atrium, 'pam@demo.test')
  const dev = await logInAs(browser, atrium, 'dev@demo.test')
  const origin = atrium.originOf('demo')
  const rooms = await callApi<{ id: number; name: string }[]>(pam, 'GET /api/chat-rooms/')
  const id = rooms.find(({ name }) => name === 'Website relaunch')?.id
  let isMuted = false
  let socket: WebSocketRoute | undefined
  await dev.routeWebSocket('**/ws/chat/*/', (route) => {
    socket = route
    const server = route.connectToServer()
    server.onMessage((text) => {
      if (!isMuted) route.send(text)
    })
  })
  await Promise.all([pam, dev].map((page) => page.goto(`${origin}/chat/${id}`)))
  await sendMessage(dev, 'Heard and confirmed')
  await expect(messageIn(pam, 'Heard and confirmed')).toBeVisible()
  await expect(messages(dev).getByText('Sending…')).toHaveCount(0)

  // The message arrives, and its confirmation is lost with the connection.
  isMuted = true
  await sendMessage(dev, 'Heard, and not confirmed')
  await expect(messageIn(pam, 'Heard, and not confirmed')).toBeVisible()
  await socket?.close({ code: 1011 })
  await composer(dev).fill('Kept for later')
  await composer(dev).press('Enter')
  await expect(dev.getByRole('alert')).toContainText('WebSocket not connected.')
  await expect(composer(dev)).toHaveValue('Kept for later')
  for (let i = 1; i <= 3; i++) await sendMessage(pam, `Meanwhile ${i}`)
  isMuted = false
  await expect(dev.getByRole('alert')).toHaveCount(0)
  await expect(messageIn(dev, 'Meanwhile 3')).toBeVisible()
  await expect(messages(dev).getByText('Sending…')).toHaveCount(0)
  for (const text of ['Heard and confirmed', 'Heard, and not confirmed', 'Meanwhile 1', 'Meanwhile 2'])
    for (const page of [pam, dev]) await expect(messageIn(page, text)).toHaveCount(1)
  await expect(messages(pam)).toContainText(/not confirmed.*Meanwhile 1/s)

  // A draft survives a change of rooms and a reload, but not the log-out.
  await beginChat(dev, 'Hana Hill')
  await expect(composer(dev)).toHaveValue('')
  await dev.goto(`${origin}/chat/${id}`)
  await expect(composer(dev)).toHaveValue('Kept for later')
  await composer(dev).press('Enter')
  await expect(messageIn(pam, 'Kept for later')).toBeVisible()
  await composer(dev).fill('Nobody’s business')
  await dev.getByRole('button', { name: 'Logout' }).click()
  await dev.waitForURL('**/login')
  await expect.poll(() => dev.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('business')
})

test('a phone shows either a room or the list of rooms', async ({ browser }) => {
  const phone = await logInAs(browser, atrium, 'dev@demo.test')
  await phone.setViewportSize({ width: 390, height: 780 })
  const rooms = await callApi<{ id: number; name: string }[]>(phone, 'GET /api/chat-rooms/')
  await phone.goto(`${atrium.originOf('demo')}/chat/${rooms.find(({ name }) => name === 'Website relaunch')?.id}`)
  await expect(composer(phone)).toBeVisible()
  await expect(roomLink(phone, 'Website relaunch')).toBeHidden()
  await phone.getByRole('link', { name: 'Back to chats' }).click()
  await expect(roomLink(phone, 'Website relaunch')).toBeVisible()
})
