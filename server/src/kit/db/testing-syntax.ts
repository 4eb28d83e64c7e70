// For tests: reads SQL by PostgreSQL's own parser.
import { loadModule, type Node, parseSync } from 'libpg-query'

await loadModule()

type Fields = Record<string, unknown>
type Kinds = { [N in Node as keyof N]: N[keyof N] }
type Kind = Extract<keyof Kinds, string>
/** A node with its kind, such as `SelectStmt`. */
export type Syntax = { kind: string; fields: Fields }

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A node that the parser wraps in an object whose only key is its kind. */
const wrapped = (value: unknown): Syntax | undefined => {
  if (!isFields(value)) return undefined
  const [kind = '', ...others] = Object.keys(value)
  const fields = value[kind]
  return others.length === 0 && /^[A-Z]/.test(kind) && isFields(fields) ? { kind, fields } : undefined
}

/** The statements in a text. */
export const statementsIn = (text: string): Syntax[] => (parseSync(text).stmts ?? []).flatMap(({ stmt }) => wrapped(stmt) ?? [])

/** The parser leaves the kind of these fields out. */
const kindOfField: Record<string, Kind> = {
  relation: 'RangeVar',
  withClause: 'WithClause',
  onConflictClause: 'OnConflictClause',
  returningClause: 'ReturningClause',
  typeName: 'TypeName',
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
}

/** Every node in a value, the outermost first. Looks into the nodes of which `isOpen` is true. */
export function nodesIn(value: unknown, isOpen: (node: Syntax) => boolean = () => true): Syntax[] {
  const found: Syntax[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isFields(value)) return
    const own = wrapped(value)
    if (own) found.push(own)
    if (own && !isOpen(own)) return
    for (const [name, field] of Object.entries(own?.fields ?? value)) {
      const kind = kindOfField[name]
      visit(kind && isFields(field) && !wrapped(field) ? { [kind]: field } : field)
    }
  }
  visit(value)
  return found
}

/** The nodes of one kind in a value. */
export const allOf = (value: unknown, kind: Kind, isOpen?: (node: Syntax) => boolean) =>
  nodesIn(value, isOpen)
    .filter((node) => node.kind === kind)
    .map(({ fields }) => fields)

export const isQuery = ({ kind }: Syntax) => /^(Select|Insert|Update|Delete|Merge)Stmt$/.test(kind)

/** Whether a node belongs to its query, and not to a query inside of it. */
export const sameQuery = (node: Syntax) => !isQuery(node)

const textsIn = (value: unknown) => allOf(value, 'String').map(({ sval }) => String(sval))

/** The parts of a column's name, such as `t` and `id`. */
export const columnOf = (fields: Fields) => textsIn(fields.fields)

export const functionOf = (fields: Fields) => textsIn(fields.funcname).at(-1) ?? ''

export const operatorOf = (fields: Fields) => textsIn(fields.name).at(-1) ?? ''

export const typeOf = (fields: Fields) => textsIn((fields.typeName as Fields | undefined)?.names).at(-1) ?? ''
