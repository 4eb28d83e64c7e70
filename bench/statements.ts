import type { Call } from './calls.ts'
import type { Report } from './spy.ts'
import type { startServer } from './stage.ts'
import { sleep } from './stopping.ts'

type Statement = {
  text: string
  values: unknown[] | null
  rides: boolean
  connection: number
  row: Record<string, unknown> | null
}
type Server = Awaited<ReturnType<typeof startServer>>

/** A call as a pgbench script: the server's statements in the same round trips. */
export type Script = { text: string; constants: Record<string, string>; statements: number; round_trips: number }

/** The variables that distinguish variants, and how pgbench chooses one. `expressions` replace variables by their name. */
export type Varied = Pick<Call, 'named' | 'choose'> & { name: string; expressions?: Record<string, string> }

/** A warm-up, after which everything is cached and prepared, and the two variants that are compared. */
export const variantsWatched = [5, 7, 11] as const

/** Records a call of a spied server in two variants, and turns the values that differ between them into variables. */
export async function scriptOf(server: Server, call: Varied, act: (variant: number) => Promise<unknown>): Promise<Script> {
  const [first, a, b] = variantsWatched
  await watch(server, () => act(first))
  return write(call, [
    { variant: a, statements: await watch(server, () => act(a)) },
    { variant: b, statements: await watch(server, () => act(b)) },
  ])
}

async function watch({ child }: Server, act: () => Promise<unknown>) {
  const statements = new Map<number, Statement & { isDone: boolean }>()
  let timesCaughtUp = 0
  const hear = (report: Report) => {
    if (report.kind === 'caught up') timesCaughtUp++
    else if (report.kind === 'sent') statements.set(report.n, { ...report, row: null, isDone: false })
    else if (statements.has(report.n)) Object.assign(statements.get(report.n) ?? {}, { row: report.row, isDone: true })
  }
  child.on('message', hear)
  try {
    await act()
    child.send('all?')
    // The commit of a read-only transaction follows the answer.
    const isQuiet = () => timesCaughtUp > 0 && [...statements.values()].every(({ isDone }) => isDone)
    for (let tries = 0; !isQuiet() && tries < 1000; tries++) await sleep(10)
    return withoutSweeps([...statements.values()])
  } finally {
    child.off('message', hear)
  }
}

/** Without the transactions that look after the outbox, several times a second. */
function withoutSweeps(statements: Statement[]) {
  const transactions = new Map<number, Statement[]>()
  const groups = statements.map((statement) => {
    const { connection, text } = statement
    const group = (text.startsWith('begin') ? undefined : transactions.get(connection)) ?? []
    transactions.set(connection, group)
    group.push(statement)
    return group
  })
  return statements.filter((_, i) => !groups[i]?.some(({ text }) => text.trimStart().startsWith('delete from outbox')))
}

const insertsSeveral = /^insert into .* values \([^()]*\), \(/

type Run = { variant: number; statements: Statement[] }

function write(call: Varied, [one, other]: [Run, Run]): Script {
  const constants: Record<string, string> = {}
  const constantNames = new Map<string, string>()
  /** Statements whose row later statements use. */
  const used = new Set<number>()
  const [named, namedOther] = [call.named(one.variant), call.named(other.variant)]

  const constant = (value: unknown) => {
    const written = writtenAs(value)
    const name = constantNames.get(written) ?? `c${constantNames.size}`
    constantNames.set(written, name)
    constants[name] = written
    return `:${name}`
  }

  const variable = (statement: number, at: number) => {
    const value = one.statements[statement]?.values?.[at]
    const second = other.statements[statement]?.values?.[at]
    if (value === null && second === null) return 'null'
    if (JSON.stringify(value) === JSON.stringify(second)) return constant(value)
    const [chosen] = Object.keys(named).filter((name) => named[name] === value && namedOther[name] === second)
    if (chosen) return call.expressions?.[chosen] ?? `:${chosen}`
    for (let from = statement - 1; from >= 0; from--) {
      const [row, rowOther] = [one.statements[from]?.row, other.statements[from]?.row]
      const column = Object.keys(row ?? {}).find((key) => row?.[key] === value && rowOther?.[key] === second)
      if (!column) continue
      used.add(from)
      return `:r${from}_${column}`
    }
    // Ids from several rows, and texts that name the variant, stay those of the first variant.
    const isOfSeveral = Array.isArray(value) || insertsSeveral.test(one.statements[statement]?.text ?? '')
    if (isOfSeveral || typeof value === 'string') return constant(value)
    throw new Error(
      `${call.name}: it is unknown where ${JSON.stringify(value)} comes from in: ${one.statements[statement]?.text}`,
    )
  }

  const texts = one.statements.map(({ text, values }, i) => {
    if (text !== other.statements[i]?.text) throw new Error(`${call.name}: two variants send different statements: ${text}`)
    return values ? text.replace(/\$(\d+)/g, (_, n) => variable(i, Number(n) - 1)) : text
  })

  const lines = [...call.choose]
  const trips = roundTrips(one.statements)
  for (const trip of trips) {
    // pgbench can only prepare single statements.
    const parts = trip.flatMap((i) => (texts[i] ?? '').split(/;\s*/).map((text) => ({ i, text })))
    const ends = parts.map(({ i, text }) => `${text}${used.has(i) ? ` \\gset r${i}_` : ';'}`)
    lines.push(...(ends.length > 1 ? ['\\startpipeline', ...ends, '\\endpipeline'] : ends))
  }
  return { text: `${lines.join('\n')}\n`, constants, statements: texts.length, round_trips: trips.length }
}

/** Groups statements by round trip. Nobody waits for the commit of a read, so it joins the previous trip. */
function roundTrips(statements: Statement[]) {
  const trips: number[][] = []
  let isRead = false
  for (const [i, { text, rides }] of statements.entries()) {
    if (text.startsWith('begin')) isRead = text.startsWith('begin read only')
    if (trips.length > 0 && (rides || (isRead && text === 'commit'))) trips.at(-1)?.push(i)
    else trips.push([i])
  }
  return trips
}

const writtenAs = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map((item) => JSON.stringify(item)).join(',')}}` : String(value)
