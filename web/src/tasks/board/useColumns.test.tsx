import { renderHook } from '@testing-library/react'
import type { Me, Subtask, Task } from 'contract'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { PersonContext } from '../../session/session.ts'
import { useColumns } from './useColumns.ts'

const pam = { id: 1, role: 'project_manager' } as Me
const wrapper = ({ children }: { children: ReactNode }) => <PersonContext value={pam}>{children}</PersonContext>
const task = (id: number, comments: number, files = 0) =>
  ({ id, comments: Array.from({ length: comments }), files: Array.from({ length: files }) }) as Task
const subtask = (id: number, parent: number) => ({ id, title: `Step ${id}`, parent_task: { id: parent } }) as Subtask
const [a, b, c] = [subtask(11, 1), subtask(12, 2), subtask(13, 2)]
const groupsOf = (name: string, ...items: Subtask[][]) => items.map((group, id) => ({ id, name, items: group }))
const Content = () => null
const columnOf = ({ name }: { name: string }) => ({ title: name })

const start = { tasks: [task(1, 0), task(2, 1)], groups: groupsOf('Old', [a], [b, c]) }
const setUp = () =>
  renderHook(({ tasks, groups }: typeof start) => useColumns(groups, { tasks, Content, columnOf }), {
    initialProps: start,
    wrapper,
  })

test('what did not change stays the same object', () => {
  const { result, rerender } = setUp()
  const [x, y] = result.current
  rerender({ tasks: [...start.tasks], groups: groupsOf('Old', [a], [b]) })
  expect(result.current[0]).toBe(x)
  expect(result.current[1]).not.toBe(y)
  expect(result.current[1]?.cards[0]).toBe(y?.cards[0])
})

test('a column changes with its own facts, and a card with the comments and files of its task', () => {
  const { result, rerender } = setUp()
  const [x, y] = result.current
  rerender({ ...start, groups: groupsOf('New', [a], [b, c]) })
  expect(result.current[0]?.title).toBe('New')
  expect(result.current[0]?.cards[0]).toBe(x?.cards[0])
  rerender({ tasks: [task(1, 0), task(2, 2)], groups: groupsOf('New', [a], [b, c]) })
  expect(result.current[0]?.cards[0]).toBe(x?.cards[0])
  const [z] = result.current[1]?.cards ?? []
  expect(z).not.toBe(y?.cards[0])
  rerender({ tasks: [task(1, 0), task(2, 2, 1)], groups: groupsOf('New', [a], [b, c]) })
  expect(result.current[1]?.cards[0]).not.toBe(z)
})
