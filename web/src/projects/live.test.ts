import type { Project } from 'contract'
import { expect, test } from 'vitest'
import { Outdated } from '../live/sync.ts'
import { applyToProjects } from './live.ts'

const projectOf = (id: number, version: number, is_active = true) => ({ id, version, is_active }) as Project
const changed = (project: Project) => ({ type: 'changed', project }) as const

test('an active project stands before the inactive ones, the newest first', () => {
  const [one, two] = [projectOf(1, 1), projectOf(2, 1)]
  expect(applyToProjects([two, one], changed(projectOf(2, 2, false)), true)).toEqual([one, projectOf(2, 2, false)])
  expect(applyToProjects([two], changed(one), true)).toEqual([two, one])
  expect(applyToProjects([two], changed(one), false)).toBeInstanceOf(Outdated)
})
