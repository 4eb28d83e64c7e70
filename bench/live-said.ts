// The protocol between the bench and its crowd.
/** A socket to open. `isBare` marks the baseline server. */
export type Seat = { port: number; host: string; path: string; cookie: string; isBare?: boolean }
/** A message, with the times at which it was sent and at which each listener received it. */
export type Heard = { id: number; sent: number; received: number[] }
export type Counted = { said: number; delivered: number; p50_ms: number | null; p99_ms: number | null; ended: number }
/** Milliseconds from the cut to the first open socket, and from there until half and all sockets had their first answer. */
export type Returned = { down_ms: number; half_ms: number; all_ms: number; refused: number; codes: Record<string, number> }

export type Orders = {
  /** Opens sockets as the group `as`. Answers with the milliseconds until all had their first answer. */
  open: { asks: { as: string; seats: Seat[] }; answers: number }
  /** Closes the group's sockets. */
  leave: { asks: { as: string }; answers: null }
  /** The group's members send messages in turn, at this rate. Answers with what the listeners received. */
  pace: { asks: { as: string; listeners: string; per_second: number; seconds: number }; answers: Heard[] }
  /** Each member sends a message once the last one is echoed, at most every `gap` ms. */
  chatter: { asks: { as: string; gap: number }; answers: null }
  /** Starts to count messages and deliveries. */
  count: { asks: object; answers: null }
  /** Stops counting and all sending, and answers with the counts. */
  hush: { asks: object; answers: Counted }
  /** Reconnects after the server cuts all sockets, by the rules of our pages; to the bare server within `spread` ms. */
  return: { asks: { as: string; spread: number }; answers: Returned }
}
export type Order = { [Name in keyof Orders]: { order: Name } & Orders[Name]['asks'] }[keyof Orders]

/** The text of every message. */
export const messageText = 'Has anybody looked at the export yet? It takes two minutes.'
