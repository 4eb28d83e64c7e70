// For tests: keeps each distinct statement that the product sends, with one set of values, for the test of their plans.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { seen } from './testing-statements.ts'

export type Recorded = {
  text: string
  values: unknown[]
  /** The group whose rights it has. */
  group: 'atrium_workspace' | 'atrium_platform'
  /** As `app.tenant_id` says. */
  tenant_id: string
}

const context = /^(?:begin [\w ,]+; )?set local app\.tenant_id = '(\d+)'/

/** Records into this folder, one file for each process, when the process ends. */
export function recordStatements(folder: string) {
  const recorded = new Map<string, Recorded>()
  const tenants = new WeakMap<object, string>()
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query

  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...args: unknown[]) {
      const { text, values } = statementIn(args)
      const [, group] = /^(atrium_workspace|atrium_platform)_/.exec(this.user ?? '') ?? []
      const tenant_id = context.exec(text)?.[1]
      if (tenant_id !== undefined) tenants.set(this, tenant_id)
      else if (isGroup(group) && isStatement(text)) keep(recorded, { text, values, group, tenant_id: tenants.get(this) ?? '' })
      return query.apply(this, args)
    },
  })
  process.on('exit', () => {
    mkdirSync(folder, { recursive: true })
    // The tests send some of their own.
    const products = [...recorded.values()].filter(({ text }) => seen.has(text))
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(products))
  })
}

const isGroup = (group: string | undefined): group is Recorded['group'] => group !== undefined

/** The queue's own statements are the library's. */
const isStatement = (text: string) =>
  /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i.test(text) && !/\bpgboss\b/.test(text)

/** The first tenant has the most rows in the test of the plans, so its values say the most. */
export function keep(recorded: Map<string, Recorded>, one: Recorded) {
  const key = `${one.group} ${one.text}`
  const known = recorded.get(key)
  if (!known || (known.tenant_id !== '1' && one.tenant_id === '1')) recorded.set(key, one)
}

function statementIn([first, second]: unknown[]): { text: string; values: unknown[] } {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text = '', values = [] } = (first ?? {}) as { text?: string; values?: unknown[] }
  return { text, values }
}
