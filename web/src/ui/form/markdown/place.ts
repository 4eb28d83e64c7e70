/** The project or room in which a text is written. It decides who and what can be named in the text. */
export type Place = { project: number } | { room: number }
