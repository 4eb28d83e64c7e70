import { expect, test } from 'vitest'
import { changed } from './formValue.ts'

test('only what differs is sent', () =>
  expect(
    changed({ title: 'A', due_date: null, label_ids: [1, 2] }, { title: 'A', due_date: '2026-01-01', label_ids: [1, 2] }),
  ).toEqual({ due_date: null }))
