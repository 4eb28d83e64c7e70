import type { DirectoryPerson } from 'contract'
import { expect, test } from 'vitest'
import { type OrganisationNode, organisationOf, peopleBelow, searchOrganisation } from './tree.ts'

const person = (id: number, full_name: string, reports_to: number | null = null): DirectoryPerson => ({
  ...{ id, full_name, reports_to, email: `${id}@acme.test`, role: 'developer', job_title: '', department: 'IT' },
  ...{ location: null, phone: '', away_until: null },
})

const ann = person(1, 'Ann')
const pam = person(2, 'Pam', 1)
const zoe = person(3, 'Zoë', 1)
const bo = person(4, 'Bo', 1)
const dev = person(5, 'Dev', 2)
const dana = person(6, 'Dana', 2)
const ivy = person(7, 'Ivy')
const people = [zoe, dev, ivy, ann, dana, bo, pam]

/** `Ann 5 (Pam 2 (Dana 0, Dev 0), Bo 0)`. */
const inWords = ({ person: { full_name }, below, reports }: OrganisationNode): string =>
  `${full_name} ${below}${reports.length ? ` (${reports.map(inWords).join(', ')})` : ''}`

test('people are below those they report to, by name, and those with people of their own come first', () => {
  const { roots, single } = organisationOf(people)
  expect(roots.map(inWords)).toEqual(['Ann 5 (Pam 2 (Dana 0, Dev 0), Bo 0, Zoë 0)'])
  expect(single).toEqual([ivy])
})

test('somebody who reports to a person who is not in the list reports to nobody', () => {
  expect(organisationOf([pam, dev]).roots.map(inWords)).toEqual(['Pam 1 (Dev 0)'])
})

test('a search ignores case and accents, and opens the path to each person', () => {
  expect(searchOrganisation(people, ' ZOE')).toEqual({ found: new Set([3]), path: new Set([1]) })
  expect(searchOrganisation(people, 'd')).toEqual({ found: new Set([5, 6]), path: new Set([2, 1]) })
  expect(searchOrganisation(people, ' ')).toEqual({ found: new Set(), path: new Set() })
})

test('everybody below a person is found, and a circle ends', () => {
  expect(peopleBelow(people, 1)).toEqual(new Set([2, 3, 4, 5, 6]))
  expect(peopleBelow(people, 5)).toEqual(new Set())
  expect(peopleBelow([person(1, 'A', 2), person(2, 'B', 1)], 1)).toEqual(new Set([2, 1]))
})
