import { readFileSync } from 'node:fs'
import path from 'node:path'

const file = path.resolve(import.meta.dirname, '../../../../contract/permissions.csv')

export type Actor =
  | 'anonymous'
  | 'super_admin'
  | 'tenant_admin'
  | 'project_manager_owner'
  | 'project_manager_other'
  | 'developer_member'
  | 'developer_other'
  | 'hr'
  | 'other_tenant'
export type Permission = { call: string } & Record<Actor, string>

/** One row of the sheet: cells may be quoted, with commas inside. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** The contract of who may make which call, one row a call. */
export function permissions(): Permission[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const names = cellsOf(head)
  return lines.map((line) => Object.fromEntries(cellsOf(line).map((cell, i) => [names[i], cell])) as Permission)
}

/** `PATCH /api/tasks/{id}/`, with or without a query and remarks, in the form of the endpoint table: `PATCH /api/tasks/:/`. */
export const callOf = (text: string) => {
  const [, method, path = ''] = /^(\w+) (\/(?:\{[^}]*\}|[^?( ,{])*)/.exec(text) ?? []
  return method ? `${method} ${path.replace(/\{[^}]*\}|:\w+/g, ':').replace(/\/?$/, '/')}` : null
}

/** A call that nobody has decided about is not served. */
export function mustBeDecided(routes: string[]) {
  const decided = new Set(permissions().map(({ call }) => callOf(call)))
  const forgotten = routes.filter((route) => !decided.has(callOf(route)))
  if (forgotten.length) throw new Error(`No row in permissions.csv for: ${forgotten.join(', ')}`)
}
