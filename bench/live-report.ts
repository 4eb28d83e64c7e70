/** The cell of each column by its title. The part of a title before ` | ` heads a group of columns. */
export type Columns<Row> = Record<string, (row: Row) => string>

export function table<Row>(rows: Row[], columns: Columns<Row>) {
  const parts = Object.entries(columns).map(([title, show]) => {
    const [group = '', name = ''] = title.includes(' | ') ? title.split(' | ') : ['', title]
    const cells = rows.map(show)
    return { group, name, cells, width: Math.max(name.length, ...cells.map(({ length }) => length)) }
  })
  const groups: (typeof parts)[] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last?.[0]?.group === part.group) last.push(part)
    else groups.push([part])
  }
  const widthOf = (group: typeof parts) => group.reduce((sum, { width }) => sum + width + 2, -2)
  for (const group of groups) {
    const [first] = group
    if (first) first.width += Math.max(0, first.group.length - widthOf(group))
  }
  const line = (write: (part: (typeof parts)[number]) => string) =>
    groups.map((group) => group.map((part) => write(part).padStart(part.width)).join('  ')).join('  │ ')
  const head = groups.map((group) => (group[0]?.group ?? '').padEnd(widthOf(group))).join('  │ ')
  return [head, line(({ name }) => name), ...rows.map((_row, i) => line(({ cells }) => cells[i] ?? ''))].join('\n')
}

const blank = '-'
/** About three significant digits. */
export const short = (value: number | null | undefined) =>
  value == null || Number.isNaN(value) ? blank : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
export const whole = (value: number | null | undefined) => (value == null || Number.isNaN(value) ? blank : value.toFixed(0))
export const share = (of: number | null | undefined, floor: number | null | undefined) =>
  of == null || !floor ? blank : (of / floor).toFixed(2)

/** Percentiles of durations. */
export function spread(durations: number[]) {
  const sorted = Float64Array.from(durations).sort()
  const at = (place: number) => sorted[Math.ceil(place * sorted.length) - 1] ?? null
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

/** Percentiles of durations, for reports that also want the 95th. */
export function percentiles(durations: number[]) {
  const { p50, p99, count } = spread(durations)
  const p95 = durations.toSorted((a, b) => a - b)[Math.ceil(0.95 * count) - 1] ?? null
  return { p50, p95, p99, count }
}
