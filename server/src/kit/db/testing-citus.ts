// For tests: knows which statements Citus refuses, where tenants' tables are distributed by `tenant_id`.
import type pg from 'pg'
import { localTables, referenceTables } from './distribution.ts'
import { tenantTables } from './schema.gen.ts'
import {
  allOf,
  columnOf,
  functionOf,
  isQuery,
  nodesIn,
  operatorOf,
  type Syntax,
  sameQuery,
  statementsIn,
  typeOf,
} from './testing-syntax.ts'

/** Facts of the catalogue that the statement's text does not have. */
export type Catalogue = {
  /** `i` is immutable, `s` stable, `v` volatile. */
  volatility: ReadonlyMap<string, string>
  /** Columns of dates and moments, of which casts and sums depend on the time zone. */
  moments: ReadonlySet<string>
  /** Functions that read tenants' tables. */
  readers: ReadonlySet<string>
}

export async function readCatalogue(client: Pick<pg.Client, 'query'>): Promise<Catalogue> {
  const functions = await client.query<{ name: string; volatility: string }>(
    // A function of several types is as volatile as its least volatile one, but for those of moments.
    `select proname as name, case when proname in ('date_trunc', 'date_part', 'extract', 'age') then 's'
       else min(provolatile::text) end as volatility from pg_proc group by 1`,
  )
  const columns = await client.query<{ name: string }>(
    `select distinct attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and atttypid in ('timestamptz'::regtype, 'date'::regtype)`,
  )
  const readers = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and prosrc ~ $1`,
    [`\\m(${[...tenantTables].join('|')})\\M`],
  )
  const namesOf = ({ rows }: { rows: { name: string }[] }) => new Set(rows.map(({ name }) => name))
  return {
    volatility: new Map(functions.rows.map(({ name, volatility }) => [name, volatility])),
    moments: namesOf(columns),
    readers: namesOf(readers),
  }
}

type Fields = Syntax['fields']
type Statement = { root: Syntax; catalogue: Catalogue; isAcross: boolean }

const isDistributed = ({ relname }: Fields) => tenantTables.has(String(relname))
const isReference = ({ relname }: Fields) => referenceTables.has(String(relname))
const isLocal = ({ relname }: Fields) => localTables.has(String(relname))
const tablesIn = (value: unknown) => allOf(value, 'RangeVar')
const hasDistributed = (value: unknown) => tablesIn(value).some(isDistributed)
const targetOf = ({ fields }: Syntax) => (fields.relation ?? {}) as Fields
const isShared = (table: Fields) => isDistributed(table) || isReference(table)

const isWrite = ({ kind }: Syntax) => /^(Insert|Update|Delete)Stmt$/.test(kind)
const isChange = ({ kind }: Syntax) => /^(Update|Delete)Stmt$/.test(kind)
const queriesIn = (value: Syntax) => nodesIn({ [value.kind]: value.fields }).filter(isQuery)

const volatilityIn = (catalogue: Catalogue, fields: Fields) => catalogue.volatility.get(functionOf(fields)) ?? 'i'

/** Expressions whose value depends on more than their operands. */
function mutableIn(value: unknown, catalogue: Catalogue, isOpen?: (node: Syntax) => boolean): Fields[] {
  const isMoment = (operand: unknown) =>
    allOf(operand, 'ColumnRef').some((column) => catalogue.moments.has(columnOf(column).at(-1) ?? ''))
  const isInterval = (operand: unknown) =>
    allOf(operand, 'TypeCast').some((cast) => typeOf(cast) === 'interval') ||
    allOf(operand, 'FuncCall').some((call) => functionOf(call) === 'make_interval')
  return [
    ...allOf(value, 'FuncCall', isOpen).filter((call) => volatilityIn(catalogue, call) !== 'i'),
    ...allOf(value, 'SQLValueFunction', isOpen),
    ...allOf(value, 'TypeCast', isOpen).filter(({ arg }) => nodesIn(arg)[0]?.kind === 'ColumnRef' && isMoment(arg)),
    ...allOf(value, 'A_Expr', isOpen).filter(
      (sum) => /^[+-]$/.test(operatorOf(sum)) && isMoment([sum.lexpr, sum.rexpr]) && isInterval([sum.lexpr, sum.rexpr]),
    ),
  ]
}

/** The expressions of a change: its new values and its condition, without the queries inside of them. */
const computedBy = ({ fields: { targetList, whereClause } }: Syntax) => [targetList, whereClause]

export const rules: Record<string, (query: Syntax, statement: Statement) => boolean> = {
  'It inserts what it selects, which Citus would copy past row security': (query) =>
    query.kind === 'InsertStmt' &&
    isShared(targetOf(query)) &&
    (Boolean(query.fields.withClause) || !allOf(query.fields.selectStmt, 'SelectStmt').some(({ valuesLists }) => valuesLists)),

  'It has a query among the values that it inserts': (query) =>
    query.kind === 'InsertStmt' && isShared(targetOf(query)) && allOf(query.fields.selectStmt, 'SubLink').length > 0,

  'It computes by a volatile function': (query, { catalogue }) =>
    isChange(query) &&
    isShared(targetOf(query)) &&
    allOf(computedBy(query), 'FuncCall', sameQuery).some((call) => volatilityIn(catalogue, call) === 'v'),

  'It applies a stable function to a column': (query, { catalogue }) =>
    isChange(query) &&
    isShared(targetOf(query)) &&
    mutableIn(computedBy(query), catalogue, sameQuery).some(
      (found) => allOf(Object.values(found), 'ColumnRef', sameQuery).length > 0,
    ),

  'It has a function that is not immutable in COALESCE or CASE': (query, { catalogue }) =>
    isWrite(query) &&
    isShared(targetOf(query)) &&
    [query.fields.targetList, query.fields.whereClause, query.fields.onConflictClause].some((part) =>
      [...allOf(part, 'CoalesceExpr'), ...allOf(part, 'CaseExpr')].some(
        (found) => mutableIn(Object.values(found), catalogue).length > 0,
      ),
    ),

  'It returns what a function that is not immutable computes': (query, { catalogue }) =>
    isWrite(query) && isShared(targetOf(query)) && mutableIn(query.fields.returningClause, catalogue).length > 0,

  'Its ON CONFLICT computes by a function that is not immutable': (query, { catalogue }) =>
    isShared(targetOf(query)) && mutableIn(query.fields.onConflictClause, catalogue).length > 0,

  'Its ON CONFLICT does not name tenant_id': (query) => {
    const { onConflictClause } = query.fields as { onConflictClause?: { infer?: unknown } }
    const named = allOf(onConflictClause?.infer, 'IndexElem').map(({ name }) => name)
    return isDistributed(targetOf(query)) && named.length > 0 && !named.includes('tenant_id')
  },

  'It changes tenant_id': (query) =>
    isDistributed(targetOf(query)) &&
    [
      query.kind === 'UpdateStmt' && query.fields.targetList,
      (query.fields.onConflictClause as Fields | undefined)?.targetList,
    ].some((list) => Array.isArray(list) && list.some((item) => item.ResTarget?.name === 'tenant_id')),

  'It changes a table of all tenants by reading those of one': (query) =>
    isWrite(query) && isReference(targetOf(query)) && hasDistributed(query.fields),

  'It changes tables inside a query': (query) =>
    allOf(query.fields.withClause, 'CommonTableExpr', sameQuery).some(({ ctequery }) =>
      nodesIn(ctequery)
        .filter(isWrite)
        .some((write) => isShared(targetOf(write))),
    ),

  'It joins a table of all tenants to tables of one from the outside': (query) =>
    allOf(query.fields, 'JoinExpr').some(({ jointype, larg, rarg }) => {
      const [outer, inner] = jointype === 'JOIN_RIGHT' ? [rarg, larg] : [larg, rarg]
      const isAlone = (side: unknown) => tablesIn(side).some(isReference) && !hasDistributed(side)
      if (jointype === 'JOIN_FULL') return (isAlone(larg) && hasDistributed(rarg)) || (isAlone(rarg) && hasDistributed(larg))
      return jointype !== 'JOIN_INNER' && isAlone(outer) && hasDistributed(inner)
    }),

  'Its queries inside depend on a table of all tenants': (query, { isAcross }) => {
    const own = allOf(query.fields.fromClause, 'RangeVar', sameQuery)
    const inside = [
      ...allOf([query.fields.targetList, query.fields.whereClause], 'SubLink', sameQuery),
      ...allOf(query.fields.fromClause, 'RangeSubselect', sameQuery).filter(({ lateral }) => lateral),
    ]
    return isAcross && own.some(isReference) && inside.some((part) => hasDistributed(Object.values(part)))
  },

  'It uses a table of the coordinator beside tables of tenants': (query) =>
    tablesIn(query.fields).some(isLocal) && tablesIn(query.fields).some(isShared),

  'It reads tables of tenants by a function, beside others': (query, { catalogue }) =>
    hasDistributed(query.fields) && allOf(query.fields, 'FuncCall').some((call) => catalogue.readers.has(functionOf(call))),

  'It calls a volatile function beside tables of tenants': (query, { catalogue }) =>
    query.kind === 'SelectStmt' &&
    hasDistributed(query.fields) &&
    allOf(query.fields, 'FuncCall').some((call) => volatilityIn(catalogue, call) === 'v'),

  'It names the tenant by set_config, which stays on the coordinator': (query) =>
    allOf(query.fields, 'FuncCall').some(
      (call) => functionOf(call) === 'set_config' && JSON.stringify(call.args).includes('app.tenant_id'),
    ),

  'It locks rows of several tenants': (query, { isAcross }) =>
    isAcross && Array.isArray(query.fields.lockingClause) && hasDistributed(query.fields),

  'It locks a row of a table that each node has, only to take turns': ({ kind, fields }) =>
    kind === 'SelectStmt' &&
    Array.isArray(fields.lockingClause) &&
    !fields.targetList &&
    tablesIn(fields.fromClause).some(isReference),

  'It is recursive, samples or groups by sets across tenants': (query, { isAcross }) =>
    isAcross &&
    hasDistributed(query.fields) &&
    (allOf(query.fields, 'WithClause').some(({ recursive }) => recursive) ||
      ['RangeTableSample' as const, 'GroupingSet' as const].some((kind) => allOf(query.fields, kind).length > 0)),

  'It changes the rows of several tenants that a limited query finds': (query, { isAcross }) =>
    isAcross &&
    isChange(query) &&
    isDistributed(targetOf(query)) &&
    queriesInside(query.fields).some(({ fields }) => fields.limitCount),

  'It merges': (query) => query.kind === 'MergeStmt',
}

const queriesInside = (value: unknown) => nodesIn(value).filter(isQuery)

/** The reasons for which Citus refuses a statement. */
export function refusedByCitus(text: string, catalogue: Catalogue, isAcross: boolean): string[] {
  const reasons = statementsIn(text).flatMap((root) =>
    queriesIn(root).flatMap((query) =>
      Object.entries(rules).flatMap(([reason, breaks]) => (breaks(query, { root, catalogue, isAcross }) ? [reason] : [])),
    ),
  )
  return [...new Set(reasons)]
}

/** The numbers of the parameters with which a statement compares `tenant_id`. */
export const tenantParameters = (text: string) =>
  allOf(
    statementsIn(text).map(({ kind, fields }) => ({ [kind]: fields })),
    'A_Expr',
  ).flatMap((comparison) => {
    const [left] = allOf(comparison.lexpr, 'ColumnRef')
    const [right] = allOf(comparison.rexpr, 'ParamRef')
    return operatorOf(comparison) === '=' && left && columnOf(left).at(-1) === 'tenant_id' && right ? [Number(right.number)] : []
  })
