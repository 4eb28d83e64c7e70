// For tests: records each distinct statement that the product sends, with one set of values, for the test of query plans.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { sentStatements } from './testing-statements.ts'

export type RecordedStatement = {
  text: string
  values: unknown[]
  /** The role that executed it. */
  group: 'atrium_workspace' | 'atrium_platform'
  /** The value of `app.tenant_id`. */
  tenant_id: string
}

const context = /^(?:begin [\w ,]+; )?set local app\.tenant_id = '(\d+)'/

/** Records the statements of this process, and writes them to a file in this folder when the process ends. */
export function recordStatements(folder: string) {
  const recorded = new Map<string, RecordedStatement>()
  const tenants = new WeakMap<object, string>()
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query

  Object.defineProperty(pg.Client.prototype, 'query', {
    value(this: pg.Client, ...args: unknown[]) {
      const { text, values } = statementIn(args)
      const [, group] = /^(atrium_workspace|atrium_platform)_/.exec(this.user ?? '') ?? []
      const tenant_id = context.exec(text)?.[1]
      if (tenant_id !== undefined) tenants.set(this, tenant_id)
      else if (isGroup(group) && isStatement(text)) record(recorded, { text, values, group, tenant_id: tenants.get(this) ?? '' })
      return query.apply(this, args)
    },
  })
  process.on('exit', () => {
    mkdirSync(folder, { recursive: true })
    // Leaves out the statements of the tests themselves.
    const products = [...recorded.values()].filter(({ text }) => sentStatements.has(text))
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify(products))
  })
}

const isGroup = (group: string | undefined): group is RecordedStatement['group'] => group !== undefined

/** Statements of the job queue belong to its library and are not recorded. */
const isStatement = (text: string) =>
  /^\s*(\/\*.*?\*\/\s*)?(select|with|insert|update|delete)\b/i.test(text) && !/\bpgboss\b/.test(text)

/** Prefers the values of the first tenant, which has the most rows in the test of query plans. */
export function record(recorded: Map<string, RecordedStatement>, statement: RecordedStatement) {
  const key = `${statement.group} ${statement.text}`
  const known = recorded.get(key)
  if (!known || (known.tenant_id !== '1' && statement.tenant_id === '1')) recorded.set(key, statement)
}

function statementIn([first, second]: unknown[]): { text: string; values: unknown[] } {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text = '', values = [] } = (first ?? {}) as { text?: string; values?: unknown[] }
  return { text, values }
}
