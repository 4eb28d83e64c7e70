import type { DirectoryPerson } from 'contract'
import { matcherOf } from '../../ui/list/search.ts'
import { byName } from '../read.ts'

/** A person with those who report to them. */
export type OrganisationNode = {
  person: DirectoryPerson
  reports: readonly OrganisationNode[]
  /** The number of people below, directly or through others. */
  below: number
}
type Organisation = {
  /** People without a manager who have reports. */
  roots: readonly OrganisationNode[]
  /** People without a manager and without reports. */
  single: readonly DirectoryPerson[]
}

/** The tree of who reports to whom. Of one manager's people, those who have people of their own come first. */
export function organisationOf(people: readonly DirectoryPerson[]): Organisation {
  const ids = new Set(people.map(({ id }) => id))
  const reportsOf = Map.groupBy(people, ({ reports_to }) => (reports_to !== null && ids.has(reports_to) ? reports_to : null))
  const placed = new Set<number>()
  const nodeOf = (person: DirectoryPerson): OrganisationNode => {
    placed.add(person.id)
    // Nobody twice: a circle, which the server prevents, would have no end.
    const direct = (reportsOf.get(person.id) ?? []).filter(({ id }) => !placed.has(id))
    const reports = direct.toSorted(byName).map(nodeOf)
    return {
      person,
      reports: [...reports.filter(({ below }) => below > 0), ...reports.filter(({ below }) => below === 0)],
      below: reports.reduce((sum, { below }) => sum + 1 + below, 0),
    }
  }
  const tops = (reportsOf.get(null) ?? []).toSorted(byName).map(nodeOf)
  return {
    roots: tops.filter(({ below }) => below > 0),
    single: tops.filter(({ below }) => below === 0).map(({ person }) => person),
  }
}

/** The people whom a search finds, and those above them. */
export function searchOrganisation(people: readonly DirectoryPerson[], search: string) {
  const found = new Set<number>()
  const path = new Set<number>()
  if (search.trim() === '') return { found, path }
  const matches = matcherOf(search)
  const personOf = new Map(people.map((person) => [person.id, person]))
  for (const { id, full_name, job_title, department, reports_to } of people) {
    if (!matches(`${full_name} ${job_title} ${department}`)) continue
    found.add(id)
    for (let above = reports_to; above !== null && !path.has(above); above = personOf.get(above)?.reports_to ?? null)
      path.add(above)
  }
  return { found, path }
}

/** Everybody below a person, directly or through others. */
export function peopleBelow(people: readonly DirectoryPerson[], id: number) {
  const reportsOf = Map.groupBy(people, ({ reports_to }) => reports_to)
  const below = new Set<number>()
  const visit = (above: number) => {
    for (const person of reportsOf.get(above) ?? []) {
      if (below.has(person.id)) continue
      below.add(person.id)
      visit(person.id)
    }
  }
  visit(id)
  return below
}
