import { type Args, api, type Project, type Result, type Task } from 'contract'

export type KeptKey = readonly [route: string, args: unknown]
type Dashboard = Result<typeof api.dashboard.developer>

const joined = ({ active_projects, past_projects }: Dashboard) =>
  [...active_projects, ...past_projects].filter(({ is_member }) => is_member).map(({ id }) => id)

/** The projects that a read shows. */
export function projectsIn([route, args]: KeptKey, data: unknown): number[] {
  switch (route) {
    case api.projects.list.route:
      return (data as Result<typeof api.projects.list>).results.map(({ id }) => id)
    case api.projects.get.route:
      return [(data as Project).id]
    case api.projects.tasks.route:
    case api.views.list.route:
    case api.updates.list.route:
      return [Number((args as Args<typeof api.projects.tasks | typeof api.views.list>).params.project_id)]
    case api.tasks.get.route:
      return [(data as Task).project]
    case api.tasks.list.route: {
      const { project } = (args as Args<typeof api.tasks.list>).query
      const listed = (data as Result<typeof api.tasks.list>).results.map((task) => task.project)
      return [...new Set(project ? [Number(project)] : listed)]
    }
    case api.members.myDevelopers.route: {
      const { project_id } = (args as Args<typeof api.members.myDevelopers>).query
      return project_id ? [Number(project_id)] : []
    }
    case api.health.projects.route:
      return (data as Result<typeof api.health.projects>).map(({ project }) => project)
    case api.health.attention.route: {
      const { overdue, unassigned } = data as Result<typeof api.health.attention>
      return [...new Set([...overdue, ...unassigned].map(({ project }) => project.id))]
    }
    case api.health.unassigned.route:
      return [...new Set((data as Result<typeof api.health.unassigned>).results.map(({ project }) => project.id))]
    case api.dashboard.developer.route:
      return joined(data as Dashboard)
    default:
      return []
  }
}

/** Every project that the person sees, if the read lists them all. */
export function allProjectsIn([route]: KeptKey, data: unknown): ReadonlySet<number> | undefined {
  if (route === api.dashboard.developer.route) return new Set(joined(data as Dashboard))
  if (route !== api.projects.list.route) return undefined
  const { next, previous, results } = data as Result<typeof api.projects.list>
  return next === null && previous === null ? new Set(results.map(({ id }) => id)) : undefined
}
