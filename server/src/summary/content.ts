import type { Attention, OpenItem, ProjectHealth, Role, WeekOfWork } from 'contract'
import { type Letter, nameInMail, type Section } from '../kit/mail/letter.ts'
import { dayInWords } from '../tenants/dates.ts'

export type Facts = {
  workspace: string
  name: string
  role: Role
  /** The path of the person's dashboard. */
  home: string
  projects: readonly ProjectHealth[]
  attention: Attention
  weeks: readonly WeekOfWork[]
}
type Options = Facts & {
  /** The origin of the workspace. */
  base: string
}

/** A mail that takes longer to read than the dashboard is of no use. */
const [mostProjects, mostItems, mostPeople, longestReason] = [8, 5, 5, 300]

/** What the summary says. Null if nothing has happened and nothing needs anybody. */
export function contentOf(options: Options): (Letter & { subject: string }) | null {
  const { workspace: name, weeks, attention, base, home } = options
  const workspace = nameInMail(name)
  const [before, last] = [weeks.at(-3)?.finished ?? 0, weeks.at(-2)?.finished ?? 0]
  const sections = [delayed(options), overdue(options), people(options)].filter(({ lines }) => lines.length)
  const hasWork = options.projects.some(({ tasks }) => tasks > 0)
  if (!hasWork || (!last && !before && !sections.length)) return null
  const results = `${last || 'nothing'} finished last week, ${attention.overdue_count || 'nothing'} overdue`
  return {
    subject: `${workspace}: ${results}`,
    preview: delayed(options).heading,
    heading: `Your projects in ${workspace}`,
    paragraphs: [
      `Hello ${nameInMail(options.name)}, last week ${finished(last)} finished, the week before ${before || 'none'}.`,
      ...(sections.length ? [] : ['Every project is on track. Nothing is overdue, nothing is unassigned.']),
    ],
    sections,
    button: { label: 'Open the dashboard', url: base + home },
    footer: `You get this mail on Mondays because you run projects in ${workspace}.`,
  }
}

const finished = (count: number) =>
  count === 0 ? 'no task or subtask was' : counted(count, 'task or subtask was', 'tasks and subtasks were')

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** The first of a list, and a line that says how many there are beside them. */
function firstOf(lines: readonly Section['lines'][number][], most: number, count = lines.length) {
  const shown = lines.slice(0, most)
  return count > shown.length ? [...shown, { text: `and ${count - shown.length} more` }] : shown
}

const states = { late: 'late', at_risk: 'at risk', on_track: 'on track' } as const

function delayed({ projects, base, home }: Options): Section {
  const [late, risky] = (['late', 'at_risk'] as const).map((state) => projects.filter((project) => project.state === state))
  const found = [...(late ?? []), ...(risky ?? [])]
  const lines = found.map(({ project, name, state, reason }) => ({
    text: nameInMail(name),
    note: `${states[state]}. ${nameInMail(reason, longestReason)}`,
    url: `${base}${home}/projects/${project}`,
  }))
  const heading = `${counted(late?.length ?? 0, 'project is', 'projects are')} late, ${risky?.length ?? 0} at risk`
  return { heading, lines: firstOf(lines, mostProjects) }
}

function overdue({ attention, ...options }: Options): Section {
  const lines = attention.overdue.map((item) => ({
    text: `${item.key} ${nameInMail(item.title)}`.trim(),
    note: noteOf(item),
    url: urlOf(item, options),
  }))
  return { heading: `${attention.overdue_count} overdue`, lines: firstOf(lines, mostItems, attention.overdue_count) }
}

function noteOf({ due_date, assigned_to, project }: OpenItem) {
  const who = assigned_to ? nameInMail(assigned_to.full_name) : 'nobody assigned'
  return `${nameInMail(project.name)}, due ${due_date && dayInWords(due_date)}, ${who}`
}

/** Administrators have no pages of single tasks. */
const urlOf = ({ task, project }: OpenItem, { base, home, role }: Pick<Options, 'base' | 'home' | 'role'>) =>
  base + home + (role === 'project_manager' ? `/tasks/${task}` : `/projects/${project.id}`)

function people({ attention: { unassigned_count, overloaded, idle } }: Options): Section {
  const unassigned = unassigned_count
    ? [{ text: `${counted(unassigned_count, 'subtask has', 'subtasks have')} nobody assigned.` }]
    : []
  const busy = overloaded.map(({ person, hours, capacity }) => ({
    text: `${nameInMail(person.full_name)} has ${hours} h due this week, of ${capacity} h.`,
  }))
  const names = idle.slice(0, mostPeople).map(({ full_name }) => nameInMail(full_name))
  if (idle.length > names.length) names.push(`${idle.length - names.length} more`)
  const free = names.length ? [{ text: `Without open work: ${new Intl.ListFormat('en-GB').format(names)}.` }] : []
  return { heading: 'People and open work', lines: [...unassigned, ...firstOf(busy, mostPeople), ...free] }
}
