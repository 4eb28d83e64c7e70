// The projects of the demonstration. A task is its title, its description, its label, and its subtasks.
import { companyProjects } from './work-company.ts'
import { onlineProjects } from './work-online.ts'

export type DemoTask = readonly [title: string, description: string, label: string, subtasks: readonly string[]]

export type DemoProject = {
  name: string
  description: string
  status: 'planning' | 'in_progress' | 'completed'
  priority: 'low' | 'medium' | 'high'
  /** The manager and the developers, by the part of their address before the @. */
  manager: string
  team: readonly string[]
  /** Days from today. */
  starts: number
  ends: number
  /** Nothing of it is overdue. */
  isPunctual?: boolean
  /** The share of its subtasks that are done, in the order of this list. */
  done: number
  tasks: readonly DemoTask[]
}

/** More tasks of the projects that every demonstration has, and three more projects. */
export const demoProjects: readonly DemoProject[] = [...onlineProjects, ...companyProjects]
