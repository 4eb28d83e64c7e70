/** Where a text is written. It decides who and what can be named in it. */
export type Place = { project: number } | { room: number }
