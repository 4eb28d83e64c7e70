import { describe, expect, test } from 'vitest'
import { Refused, Unreachable } from '../api/call.ts'
import { blockingIn, questionAbout } from './useReassign.ts'

const subtask = { id: 1, title: 'Header', task__title: 'Home', task__project__id: 2, task__project__name: 'Web' }
const detail = 'Developer still has active subtasks'
const refusal = (blocking_subtasks: object[]) => ({ detail, blocking_subtasks })

describe('open subtasks block a reassignment', () => {
  test('when the refusal names them', () => expect(blockingIn(new Refused(400, refusal([subtask])))).toEqual([subtask]))
  test('whatever the sentence says', () =>
    expect(blockingIn(new Refused(400, { ...refusal([subtask]), detail: 'Otherwise worded.' }))).toEqual([subtask]))
  test.each([
    new Refused(400, { developer: ['Choose a developer of this workspace.'] }),
    new Refused(400, { detail }),
    new Refused(500, refusal([subtask])),
    new Unreachable(),
  ])('but for no other reason: %s', (error) => expect(blockingIn(error)).toBeUndefined())
})

describe('the question', () => {
  const dev = { id: 1, full_name: 'Dev', email: '', open_subtasks_count: 0 }
  const [nobody, pam, max] = [
    { id: 0, full_name: 'Unassigned Developers', email: '' },
    { id: 8, full_name: 'Pam', email: '' },
    { id: 9, full_name: 'Max', email: '' },
  ]
  test('says what a move takes along', () => {
    expect(questionAbout(dev, nobody, pam)).toBe('Assign Dev to Pam?')
    expect(questionAbout(dev, pam, max)).toBe('Reassign Dev from Pam to Max? They leave the active projects of Pam.')
    expect(questionAbout(dev, pam, nobody)).toBe(
      'Take Dev from Pam, and leave them without a project manager? They leave the active projects of Pam.',
    )
  })
  test('warns of open subtasks before the move', () =>
    expect(questionAbout({ ...dev, open_subtasks_count: 1 }, pam, max)).toContain('They still have 1 open subtask there'))
})
