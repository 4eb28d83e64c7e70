import { api, type DirectoryPerson, type Location, type Role } from 'contract'
import { useMemo } from 'react'
import { useData } from '../api/data.ts'
import { matcherOf } from '../ui/list/search.ts'
import { compareNames, compareValues, type Sort } from '../ui/list/sort.ts'

export const useLocations = () => useData(api.locations.list, {})
/** Everybody who works here, by name. */
export const usePeople = () => useData(api.directory.list, {})

export const sortKeys = ['name', 'department', 'manager', 'location'] as const
export type DirectorySort = (typeof sortKeys)[number]
export type DirectoryFilters = {
  search: string
  role: Role | ''
  department: string
  location: string
  manager: string
  away: 'true' | ''
}

/** A person with whom they report to, and where they work. */
export type DirectoryEntry = DirectoryPerson & { manager: DirectoryPerson | undefined; place: Location | undefined }

/** The people of the list. Those who have left report to somebody who may still be here. */
export function useEntries(people: readonly DirectoryPerson[]) {
  const present = usePeople()
  const locations = useLocations()
  return useMemo(() => {
    const personOf = new Map(present.map((person) => [person.id, person]))
    const placeOf = new Map(locations.map((location) => [location.id, location]))
    return people.map(
      (person): DirectoryEntry => ({
        ...person,
        manager: person.reports_to === null ? undefined : personOf.get(person.reports_to),
        place: person.location === null ? undefined : placeOf.get(person.location),
      }),
    )
  }, [people, present, locations])
}

const isChosen = (wanted: string, id: number | undefined) => !wanted || wanted === String(id)

/** The people who match every filter, and who have every word in their name, job, place or contact. */
export function matching(entries: readonly DirectoryEntry[], filters: DirectoryFilters) {
  const { search, role, department, location, manager, away } = filters
  const matches = matcherOf(search)
  return entries.filter(
    (person) =>
      (!role || person.role === role) &&
      (!department || person.department === department) &&
      isChosen(location, person.place?.id) &&
      isChosen(manager, person.manager?.id) &&
      (!away || person.away_until !== null) &&
      matches(
        `${person.full_name} ${person.email} ${person.job_title} ${person.department} ${person.place?.name ?? ''} ${person.phone}`,
      ),
  )
}

export const byName = (a: Pick<DirectoryPerson, 'id' | 'full_name'>, b: Pick<DirectoryPerson, 'id' | 'full_name'>) =>
  compareNames(a.full_name, b.full_name) || a.id - b.id

const sortedBy: Record<DirectorySort, (person: DirectoryEntry) => string> = {
  name: ({ full_name }) => full_name,
  department: ({ department }) => department,
  manager: ({ manager }) => manager?.full_name ?? '',
  location: ({ place }) => place?.name ?? '',
}

/** Ordered by the key. Those without a value come last in both directions. */
export function sorted(entries: readonly DirectoryEntry[], { key, isDescending }: Sort<DirectorySort>) {
  const textOf = sortedBy[key]
  return entries.toSorted((a, b) => compareValues(textOf(a), textOf(b), isDescending) || byName(a, b))
}

/** The managers of the people of the list, by name. */
export const managersIn = (entries: readonly DirectoryEntry[]) =>
  [...new Map(entries.flatMap(({ manager }) => (manager ? [[manager.id, manager] as const] : []))).values()].sort(byName)
