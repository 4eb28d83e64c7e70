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

/** The cells of a CSV row. Cells may be quoted, with commas inside. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** The table of who may make which call, one row for each call. */
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

/** Throws if a route has no row in the table, so that no call is served without a decision about it. */
export function mustBeDecided(routes: string[]) {
  const decided = new Set(permissions().map(({ call }) => callOf(call)))
  const missing = routes.filter((route) => !decided.has(callOf(route)))
  if (missing.length) throw new Error(`No row in permissions.csv for: ${missing.join(', ')}`)
}
