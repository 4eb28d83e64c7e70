import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  ReferenceNode,
  type RootOperationNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import { tenantTables } from './schema.gen.ts'

/**
 * Adds `tenant_id = $n` for each tenant table that a builder statement selects from, joins, updates or deletes from, unless the
 * statement compares that table's `tenant_id` with a value itself. Adds the column to inserts that lack it. Leaves SQL text alone.
 */
export class TenantPlugin implements KyselyPlugin {
  tenant_id: number
  constructor(tenant_id: number) {
    this.tenant_id = tenant_id
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (node.kind === 'SelectQueryNode') return this.#restrict(node, node.from?.froms ?? [])
    if (node.kind === 'UpdateQueryNode')
      return this.#restrict(node, [...(node.table ? [node.table] : []), ...(node.from?.froms ?? [])])
    if (node.kind === 'DeleteQueryNode') return this.#restrict(node, [...node.from.froms, ...(node.using?.tables ?? [])])
    return node.kind === 'InsertQueryNode' ? this.#complete(node) : node
  }

  transformResult = async ({ result }: PluginTransformResultArgs) => result

  /** The predicate of a joined table belongs to its ON, so that an outer join keeps the rows without a match. */
  #restrict<Node extends SelectQueryNode | UpdateQueryNode | DeleteQueryNode>(
    node: Node,
    tables: readonly OperationNode[],
  ): Node {
    const { where, joins = [] } = node
    const stated = new Set([where?.where, ...joins.map(({ on }) => on?.on)].flatMap(tablesWithTenant))
    const lacking = (table: OperationNode) => {
      const { name, alias } = namesOf(table)
      return tenantTables.has(name) && !stated.has(alias) && !stated.has('') ? [alias] : []
    }
    const restricted = this.#and(
      [...tables, ...joins.flatMap(({ on, table }) => (on ? [] : [table]))].flatMap(lacking),
      where?.where,
    )
    return {
      ...node,
      ...(restricted && { where: WhereNode.create(restricted) }),
      ...(joins.length && {
        joins: joins.map((join) => (join.on ? { ...join, on: OnNode.create(this.#and(lacking(join.table), join.on.on)) } : join)),
      }),
    }
  }

  #and<Condition extends OperationNode | undefined>(aliases: string[], condition: Condition) {
    const [first, ...rest] = aliases.map((alias) => this.#predicate(alias))
    if (!first) return condition
    const predicate = rest.reduce<OperationNode>(AndNode.create, first)
    return condition ? AndNode.create(predicate, ParensNode.create(condition)) : predicate
  }

  #predicate(alias: string): OperationNode {
    const column = ReferenceNode.create(ColumnNode.create('tenant_id'), TableNode.create(alias))
    return BinaryOperationNode.create(column, OperatorNode.create('='), ValueNode.create(this.tenant_id))
  }

  #complete(node: InsertQueryNode): InsertQueryNode {
    const { into, columns = [], values } = node
    if (!into || !tenantTables.has(namesOf(into).name) || columns.some(isTenant) || !values || !ValuesNode.is(values)) return node
    const rows = values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create([this.tenant_id, ...row.values])
        : ValueListNode.create([ValueNode.create(this.tenant_id), ...row.values]),
    )
    return { ...node, columns: [ColumnNode.create('tenant_id'), ...columns], values: ValuesNode.create(rows) }
  }
}

/** The name and the alias of a table. A subquery has no name. */
function namesOf(table: OperationNode): { name: string; alias: string } {
  if (AliasNode.is(table) && IdentifierNode.is(table.alias)) return { name: namesOf(table.node).name, alias: table.alias.name }
  const name = TableNode.is(table) ? table.table.identifier.name : ''
  return { name, alias: name }
}

/** The aliases whose `tenant_id` this condition compares with a value, or '' for a column without an alias. */
function tablesWithTenant(condition: OperationNode | undefined): string[] {
  if (!condition) return []
  if (ParensNode.is(condition)) return tablesWithTenant(condition.node)
  if (AndNode.is(condition)) return [...tablesWithTenant(condition.left), ...tablesWithTenant(condition.right)]
  if (!BinaryOperationNode.is(condition) || ReferenceNode.is(condition.rightOperand)) return []
  const { leftOperand: left } = condition
  return ReferenceNode.is(left) && isTenant(left.column) ? [left.table ? namesOf(left.table).name : ''] : []
}

const isTenant = (column: OperationNode) => ColumnNode.is(column) && column.column.name === 'tenant_id'
