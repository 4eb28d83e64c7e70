/** One of a row that has an order: `previous` is the one before it, null where it is the first. */
export type Position = { id: number; previous: number | null }

type Stream = { told: number; there: number; waiting: { place: Position; tell: () => void }[]; timer?: NodeJS.Timeout }

/** How long one that is late is waited for: longer than a notice takes, however busy the servers. */
const patienceMilliseconds = 1000
const mostRows = 50_000

/**
 * Tells what several servers add to a row in its order: one that arrives before the one that it follows waits for that one. Where
 * that doesn't come, or can't be known to have, nothing is told, and `onLost` hears which row has to be read again.
 */
export function makeSequencer(onLost: (row: string) => void) {
  const rows = new Map<string, Stream>()

  function streamOf(name: string, told: number) {
    const row: Stream = rows.get(name) ?? { told, there: told, waiting: [] }
    rows.set(name, row)
    if (rows.size > mostRows) rows.delete(oldest(rows))
    return row
  }

  /** Sees to it that what is missing is missed. */
  function watch(name: string, row: Stream) {
    if (row.there > row.told) row.timer ??= setTimeout(() => giveUp(name, row), patienceMilliseconds).unref()
    else stop(row)
  }

  function giveUp(name: string, row: Stream) {
    row.told = row.there
    row.waiting = []
    stop(row)
    onLost(name)
  }

  return {
    /** That there are all up to this one: told here, or on their way, or lost. */
    expect(name: string, id: number) {
      const row = streamOf(name, id)
      row.there = Math.max(row.there, id)
      watch(name, row)
    },

    /** Does something once all up to this one has been told: at once, as a rule. */
    after(name: string, id: number, act: () => void) {
      if (id <= streamOf(name, id).told) act()
      else this.tell(name, { id, previous: id }, act)
    },

    /** Calls `tell` at its turn: at once, as a rule. */
    tell(name: string, place: Position, tell: () => void) {
      const isKnown = rows.has(name) || place.previous === null
      const row = streamOf(name, isKnown ? 0 : place.id)
      // Whoever is just connecting may have read the row before what came before this.
      if (place.id <= row.told) return onLost(name)
      row.there = Math.max(row.there, place.id)
      row.waiting.push({ place, tell })
      for (let next = due(row); next; next = due(row)) {
        row.waiting.splice(row.waiting.indexOf(next), 1)
        row.told = Math.max(row.told, next.place.id)
        next.tell()
      }
      watch(name, row)
    },

    /** All has to be read again anyway. */
    forget() {
      for (const row of rows.values()) stop(row)
      rows.clear()
    },
  }
}

const due = ({ told, waiting }: Stream) => waiting.find(({ place }) => (place.previous ?? 0) <= told)

/** Of those that wait for nothing. */
function oldest(rows: Map<string, Stream>) {
  for (const [name, { timer }] of rows) if (!timer) return name
  return ''
}

function stop(row: Stream) {
  clearTimeout(row.timer)
  delete row.timer
}
