import type { Plugin } from 'vite'

const ofContract = /\/contract\/src\/[\w-]+\.ts$/

/** The parts of an endpoint or socket that describe what is sent. Only the server reads them. */
const schemas: readonly unknown[] = ['params', 'query', 'headers', 'body', 'returns', 'sends', 'receives']

/** Functions of the contract that make a schema and do nothing else: a call whose result nobody uses is left out. */
export const schemaMakers = ['z', 'ruled', 'choice', 'optionalEntry', 'judged']

type Part = { start: number; end: number; text: string }

/**
 * Leaves the contract's schemas out of the app, half of the contract and a tenth of the script that every page loads. The server judges
 * what is sent, and the app's forms use the rules from which the schemas are made.
 */
export function contractSchemas(): Plugin {
  let calls = 0
  return {
    name: 'contract-schemas',
    apply: 'build',
    // After the types are gone.
    enforce: 'post',
    transform(code, id) {
      if (!ofContract.test(id)) return undefined
      const parts = withoutSchemas(this.parse(code), code)
      calls += parts.length
      const kept = parts.map(({ text, start }, index) => code.slice(parts[index - 1]?.end ?? 0, start) + text)
      return { code: kept.join('') + code.slice(parts.at(-1)?.end ?? 0), map: null, moduleSideEffects: false }
    },
    buildEnd() {
      if (calls === 0) this.error('No call of the contract was found. See whether the build leaves out the schemas.')
    },
  }
}

/** The objects with a route below this node, in their order, and what each becomes. */
function withoutSchemas(node: unknown, code: string): Part[] {
  if (Array.isArray(node)) return node.flatMap((child) => withoutSchemas(child, code))
  if (!isNode(node)) return []
  const { properties } = node
  if (!Array.isArray(properties) || !properties.some((property) => nameOf(property) === 'route'))
    return Object.values(node).flatMap((child) => withoutSchemas(child, code))
  const kept = properties.filter((property) => !schemas.includes(nameOf(property)))
  return [{ start: node.start, end: node.end, text: `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }` }]
}

type Node = { start: number; end: number; properties?: unknown; key?: unknown; name?: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nameOf = (property: unknown) => (isNode(property) && isNode(property.key) ? property.key.name : undefined)
