// How the cached answers about projects follow what happens.
import { api, type Project } from 'contract'
import type { EntityKey } from '../live/highlights.ts'
import { type Change, missing, Outdated, onLive } from '../live/sync.ts'

/** Applies a changed project to a list. `isWhole`: the list has every project that this person may see. */
export function applyToProjects(projects: readonly Project[], change: Change, isWhole: boolean) {
  if (!('type' in change)) return projects
  if (change.type === 'gone') {
    if (isWhole && !projects.some(({ id }) => id === change.project_id)) return projects
    const rest = projects.filter(({ id }) => id !== change.project_id)
    return isWhole ? rest : new Outdated(rest)
  }
  if (change.type !== 'changed' || !('project' in change)) return projects
  const incoming = change.project
  const before = projects.find(({ id }) => id === incoming.id)
  if (before && before.version >= incoming.version) return projects
  if (before?.is_active === incoming.is_active) return projects.map((project) => (project === before ? incoming : project))
  if (!isWhole) return new Outdated(projects)
  const others = projects.filter((project) => project !== before)
  return [...others, incoming].sort((a, b) => Number(b.is_active) - Number(a.is_active) || b.id - a.id)
}

const rowsOf = (projects: readonly Project[]) =>
  new Map<EntityKey, object>(projects.map((project) => [`project ${project.id}`, project]))

onLive(api.projects.list, {
  apply(page, change) {
    const applied = applyToProjects(page.results, change, page.next === null && page.previous === null)
    const results = applied instanceof Outdated ? applied.value : applied
    const count = page.count + results.length - page.results.length
    const after = results === page.results ? page : { ...page, count, results: [...results] }
    return applied instanceof Outdated ? new Outdated(after) : after
  },
  rowsOf: ({ results }) => rowsOf(results),
})

onLive(api.projects.get, {
  apply(project, change) {
    if (!('type' in change)) return project
    if (change.type === 'gone' && change.project_id === project.id) return missing
    const incoming = change.type === 'changed' && 'project' in change ? change.project : project
    return incoming.id === project.id && incoming.version > project.version ? incoming : project
  },
  rowsOf: (project) => rowsOf([project]),
})
