import type { ChatMessage, FrameRefused, RoomFrame, RoomNews } from 'contract'
import type { Line, LineState, openLine } from '../live/connection.ts'
import { asSaid, inOrder, type Said } from './messages.ts'
import { beginning, everything, pageSize, type Read } from './pages.ts'

export type Heard = RoomNews | FrameRefused
type Handlers = Parameters<typeof openLine<RoomFrame, Heard>>[1]

/** Written here and not confirmed yet. `reason` is why a failed one is not sent. */
export type Pending = {
  temp_id: string
  content: string
  timestamp: string
  /** The newest message that was there when it was written. */
  after_id: number
  state: 'sending' | 'failed'
  reason?: string
}

type Typist = { user_id: number; user_name: string }

export type RoomView = {
  /** `failed` is the first reading; later ones are tried again by themselves. */
  state: 'reading' | 'ready' | 'failed'
  line: LineState
  /** Confirmed, by id, without a gap. */
  messages: readonly Said[]
  /** In the order they were written. */
  pending: readonly Pending[]
  /** The first that was unread when the room was opened. */
  first_unread_id: number | undefined
  older: 'none' | 'some' | 'reading' | 'failed'
  /** Up to where each of the others has seen it. */
  seen: ReadonlyMap<number, number>
  typing: readonly Typist[]
}

type Options = {
  me: { id: number; name: string }
  /** What this person has seen, as the list of rooms says. */
  seen_id: number | null
  unread_count: number
  connect: (handlers: Handlers) => Line<RoomFrame>
  read: Read
  /** What was not confirmed when this room was last left, and where it is kept. */
  outbox: { read: () => Pending[]; write: (pending: readonly Pending[]) => void }
  /** Ended for good, with one of `closeCodes`. */
  onOver: (code: number) => void
  /** Something was refused: the room may not be what it was. */
  onRefused: () => void
}

/** Milliseconds. */
const after = { retry: 3000, opening: 2000, noAnswer: 10_000, typingEnds: 4000, typingAgain: 3000 }

/** What was typed while there is no connection stays with whoever typed it. */
export const notConnected = 'WebSocket not connected.'

export type Room = ReturnType<typeof openRoom>

/**
 * One room, live, until it is closed: what was said in it, in the order of the ids, each once, whatever is cut when. What comes over
 * the connection is shown only after everything before it has been read; how far that is, `known_id`, only reading moves.
 */
export function openRoom({ me, seen_id, unread_count, connect, read, outbox, onOver, onRefused }: Options) {
  let view: RoomView = {
    state: 'reading',
    line: 'connecting',
    messages: [],
    pending: outbox.read(),
    first_unread_id: undefined,
    older: 'none',
    seen: new Map(),
    typing: [],
  }
  let known_id: number | undefined
  let isClosed = false
  /** Told messages follow on those that have been read. */
  let isLive = false
  let held: Said[] = []
  let looking: Promise<void> | undefined
  let mustLookAgain = false
  let wantedSeen = 0
  let typedAt = 0
  const sentAt = new Map<string, number>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const watchers = new Set<() => void>()

  function change(changes: Partial<RoomView>) {
    if (isClosed) return
    if (changes.pending) outbox.write(changes.pending)
    view = { ...view, ...changes }
    for (const changed of watchers) changed()
  }

  function later(ms: number, work: () => void) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
    return timer
  }

  const line = connect({
    onFrame: hear,
    onOpen() {
      isLive = false
      if (view.state === 'failed') void begin()
      for (const one of view.pending) if (one.state === 'sending') transmit(one)
      if (wantedSeen) line.send({ type: 'seen', message_id: wantedSeen })
      void look()
      // Open to us is not yet listening on the other side.
      later(after.opening, () => void look())
    },
    onState(state) {
      if (state !== 'open') isLive = false
      change({ line: state, ...(state !== 'open' && { typing: [] }) })
    },
    onOver,
  })

  function hear(frame: Heard) {
    if ('message' in frame) {
      const { id, message: content, sender_id: sender, sender_name, timestamp, temp_id } = frame
      if (temp_id !== undefined) sentAt.delete(temp_id)
      take({ id, content, sender, sender_name, timestamp, key: temp_id ?? id })
    } else if (frame.type === 'seen') change({ seen: new Map(view.seen).set(frame.user_id, most(view.seen, frame)) })
    else if (frame.type === 'typing') noteTyping(frame)
    else if (frame.temp_id !== undefined) {
      fail(frame.temp_id, frame.detail)
      onRefused()
    }
  }

  /** A message that was told, not read. */
  function take(message: Said) {
    if (!isLive) {
      held.push(message)
      return
    }
    add([message])
    if (toldSinceRead() >= pageSize) void look()
  }

  const toldSinceRead = () => view.messages.length - 1 - view.messages.findLastIndex(({ id }) => id <= (known_id ?? 0))

  function add(messages: readonly Said[]) {
    if (messages.length === 0) return
    const pending = view.pending.filter(({ temp_id }) => !messages.some(({ key }) => key === temp_id))
    const typing = view.typing.filter(({ user_id }) => !messages.some(({ sender }) => sender === user_id))
    // What is older than all that has been read comes with the older ones.
    const oldest = view.older === 'none' ? 0 : (view.messages[0]?.id ?? 0)
    change({
      messages: inOrder(
        view.messages,
        messages.filter(({ id }) => id >= oldest),
      ),
      ...(pending.length < view.pending.length && { pending }),
      ...(typing.length < view.typing.length && { typing }),
    })
  }

  /** Reads what came after what is known, until there is no more. Asked for again meanwhile, it looks once more. */
  function look(): Promise<void> {
    if (isClosed || view.state !== 'ready') return Promise.resolve()
    mustLookAgain = true
    looking ??= lookNow().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function lookNow() {
    while (mustLookAgain && !isClosed) {
      mustLookAgain = false
      try {
        for (let count = pageSize; count === pageSize && !isClosed; ) {
          const page = known_id === undefined ? await everything(read) : await read({ after: String(known_id) })
          if (isClosed) return
          known_id = page[0]?.id ?? known_id
          add(page.map(asSaid))
          count = page.length
        }
      } catch {
        later(after.retry, () => void look())
        return
      }
    }
    if (view.line !== 'open') return
    isLive = true
    const arrived = held
    held = []
    add(arrived)
  }

  async function begin() {
    change({ state: 'reading' })
    try {
      const { messages, hasOlder, first_unread_id } = await beginning(read, { me_id: me.id, seen_id, unread_count })
      if (isClosed) return
      known_id = messages.at(-1)?.id
      change({ state: 'ready', messages, first_unread_id, older: hasOlder ? 'some' : 'none' })
      void look()
    } catch {
      change({ state: 'failed' })
    }
  }

  function transmit({ temp_id, content }: Pending) {
    if (!line.send({ message: content, temp_id })) return
    sentAt.set(temp_id, Date.now())
    // A connection may be dead without having said so.
    later(after.noAnswer, () => {
      const at = sentAt.get(temp_id)
      if (at !== undefined && Date.now() - at >= after.noAnswer && view.line === 'open') line.reconnect()
    })
  }

  const put = (one: Pending) => change({ pending: view.pending.map((old) => (old.temp_id === one.temp_id ? one : old)) })

  function fail(temp_id: string, reason: string) {
    const one = view.pending.find((pending) => pending.temp_id === temp_id)
    sentAt.delete(temp_id)
    if (one) put({ ...one, state: 'failed', reason })
  }

  const ends = new Map<number, ReturnType<typeof setTimeout>>()
  function noteTyping({ user_id, user_name }: Typist) {
    clearTimeout(ends.get(user_id))
    const withoutThem = () => view.typing.filter((typist) => typist.user_id !== user_id)
    ends.set(
      user_id,
      later(after.typingEnds, () => change({ typing: withoutThem() })),
    )
    change({ typing: [...withoutThem(), { user_id, user_name }] })
  }

  void begin()

  return {
    view: () => view,
    subscribe(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    /** Answers false where there is no connection: nothing is sent then, now or later. */
    send(content: string) {
      if (view.line !== 'open' && view.line !== 'connecting') return false
      const after_id = view.messages.at(-1)?.id ?? 0
      const one: Pending = { temp_id: newId(), content, timestamp: new Date().toISOString(), after_id, state: 'sending' }
      change({ pending: [...view.pending, one] })
      typedAt = 0
      transmit(one)
      return true
    },
    /** Once more, under the same name. Answers like `send`. */
    retry(temp_id: string) {
      const one = view.pending.find((pending) => pending.temp_id === temp_id)
      if (!one || view.line !== 'open') return false
      const { reason: _, ...rest } = one
      put({ ...rest, state: 'sending' })
      transmit(one)
      return true
    },
    discard: (temp_id: string) => change({ pending: view.pending.filter((one) => one.temp_id !== temp_id) }),
    async readOlder() {
      const oldest = view.messages[0]
      if (!oldest || (view.older !== 'some' && view.older !== 'failed')) return
      change({ older: 'reading' })
      try {
        const page = await read({ before: String(oldest.id) })
        change({ messages: inOrder(view.messages, page.map(asSaid)), older: page.length === pageSize ? 'some' : 'none' })
      } catch {
        change({ older: 'failed' })
      }
    },
    /** This person has seen it up to here; told again after a loss, as nothing answers it. */
    see(message_id: number) {
      if (message_id <= wantedSeen || message_id <= (seen_id ?? 0)) return
      wantedSeen = message_id
      line.send({ type: 'seen', message_id })
    },
    type() {
      if (Date.now() - typedAt < after.typingAgain) return
      if (line.send({ type: 'typing' })) typedAt = Date.now()
    },
    /** Of a message that was told elsewhere. */
    told: (message: ChatMessage) => take(asSaid(message)),
    /** What the others have seen, as the list of rooms says. */
    noteSeen(people: readonly { id: number; last_seen_id: number | null }[]) {
      const news = people.filter(({ id, last_seen_id }) => (last_seen_id ?? 0) > (view.seen.get(id) ?? 0))
      if (!news.length) return
      const entries = news.map(({ id, last_seen_id }) => [id, last_seen_id ?? 0] as const)
      change({ seen: new Map([...view.seen, ...entries]) })
    },
    look,
    begin,
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      line.close()
    },
  }
}

const most = (seen: ReadonlyMap<number, number>, { user_id, message_id }: { user_id: number; message_id: number }) =>
  Math.max(seen.get(user_id) ?? 0, message_id)

/** Only a page that came over https may ask for a random UUID. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
