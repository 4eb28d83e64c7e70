// Most pages name nothing, so what reads the people and the work that texts name is loaded with the first text that does.

type Start = () => Promise<() => void>

let isWanted = false
let start: Start | undefined
let stop: Promise<() => void> | undefined

/** Lets the live connection, which is a layer above, read what texts name. Returns a function that ends it. */
export function serveReferences(by: Start) {
  start = by
  begin()
  return () => {
    void stop?.then((end) => end())
    start = stop = undefined
  }
}

/** Called by each text that names something. */
export function wantReferences() {
  isWanted = true
  begin()
}

function begin() {
  if (!isWanted || !start || stop) return
  stop = start().catch(() => {
    // Without this chunk, names are those in the text. The next text that names something tries again.
    stop = undefined
    return () => undefined
  })
}
