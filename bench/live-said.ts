// What the bench and its crowd say to each other.
/** `isBare` at the server that is the floor. */
export type Seat = { port: number; host: string; path: string; cookie: string; isBare?: boolean }
/** A message's id, when it was sent, and when each listener had it. */
export type Heard = { id: number; sent: number; received: number[] }
export type Counted = { said: number; delivered: number; p50_ms: number | null; p99_ms: number | null; ended: number }
/** Milliseconds from the cut to the first that was open again, and from there until half of them, and all, had their first answer. */
export type Returned = { down_ms: number; half_ms: number; all_ms: number; refused: number; codes: Record<string, number> }

export type Orders = {
  /** Come in, and stay; `as` is a name for them. Answered once all have had an answer. */
  open: { asks: { as: string; seats: Seat[] }; answers: number }
  /** Those of this name go. */
  leave: { asks: { as: string }; answers: null }
  /** They take turns in saying something, at this rate; what the listeners heard of it. */
  pace: { asks: { as: string; listeners: string; per_second: number; seconds: number }; answers: Heard[] }
  /** Each says something as soon as the last is back, at most every `gap` ms. */
  chatter: { asks: { as: string; gap: number }; answers: null }
  /** From now on what is said and delivered counts. */
  count: { asks: object; answers: null }
  /** What has counted; nobody says anything any more. */
  hush: { asks: object; answers: Counted }
  /** Come again once cut off, as our pages do; to the bare server at once, again and again. Answered when all were cut off and are back. */
  return: { asks: { as: string; spread: number }; answers: Returned }
}
export type Order = { [Name in keyof Orders]: { order: Name } & Orders[Name]['asks'] }[keyof Orders]

/** What everybody says. */
export const said = 'Has anybody looked at the export yet? It takes two minutes.'
