import type { AssignmentGroup } from 'contract'
import { describe, expect, test } from 'vitest'
import { matching, openSubtasks, withPendingMoves } from './groups.ts'

const developer = (id: number, full_name: string, open_subtasks_count = 0) => ({
  id,
  full_name,
  email: `d${id}@acme.test`,
  open_subtasks_count,
})
const manager = (id: number, full_name: string) => ({ id, full_name, email: '' })
const groups: AssignmentGroup[] = [
  { manager: manager(0, 'Unassigned Developers'), developers: [developer(1, 'ann'), developer(2, 'Zoë')] },
  { manager: manager(8, 'Max'), developers: [developer(3, 'Bob', 2), developer(4, 'Élan')] },
  { manager: manager(9, 'Pam'), developers: [] },
]
const names = (shown: readonly AssignmentGroup[]) => shown.map(({ developers }) => developers.map(({ full_name }) => full_name))

describe('pending moves', () => {
  test('none: the same groups', () => expect(withPendingMoves(groups, [])).toBe(groups))

  test('a developer shows where the server will list them, and other groups stay the same objects', () => {
    const shown = withPendingMoves(groups, [{ developer: 3, manager: 0 }])
    expect(names(shown)).toEqual([['ann', 'Bob', 'Zoë'], ['Élan'], []])
    expect(shown[2]).toBe(groups[2])
  })

  test('of several moves of one developer the last counts', () => {
    const moves = [9, 8, 0].map((to) => ({ developer: 4, manager: to }))
    expect(names(withPendingMoves(groups, moves))).toEqual([['ann', 'Élan', 'Zoë'], ['Bob'], []])
  })

  test('moves of two developers do not disturb each other', () =>
    expect(
      names(
        withPendingMoves(groups, [
          { developer: 1, manager: 9 },
          { developer: 4, manager: 9 },
        ]),
      ),
    ).toEqual([['Zoë'], ['Bob'], ['ann', 'Élan']]))

  test('open subtasks are those under the present manager', () =>
    expect(withPendingMoves(groups, [{ developer: 3, manager: 9 }])[2]?.developers[0]?.open_subtasks_count).toBe(0))

  test('a move to the same manager, or of an unknown developer, changes nothing', () => {
    expect(withPendingMoves(groups, [{ developer: 3, manager: 8 }])).toBe(groups)
    expect(
      withPendingMoves(groups, [
        { developer: 77, manager: 8 },
        { developer: 3, manager: 77 },
      ]),
    ).toBe(groups)
  })
})

test('a search leaves every column, and the developers with all its words', () => {
  expect(names(matching(groups, ' ELAN d4 '))).toEqual([[], ['Élan'], []])
  expect(matching(groups, ' ')).toBe(groups)
})

test('one is not many', () => expect([1, 2].map(openSubtasks)).toEqual(['1 open subtask', '2 open subtasks']))
