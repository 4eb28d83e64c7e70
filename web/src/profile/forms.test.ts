import { expect, test } from 'vitest'
import { passwordForm } from './forms.ts'

const required = 'This field is required'

test('both the current and the new password are required', () => {
  expect(passwordForm.problems({ old_password: '', new_password: '' })).toEqual({
    old_password: required,
    new_password: required,
  })
  expect(passwordForm.problems({ old_password: 'old', new_password: 'Strong-1 ok' })).toEqual({})
})

test('only the new one has rules', () =>
  expect(passwordForm.problems({ old_password: 'x', new_password: 'Short-1' })).toEqual({
    new_password: 'Password must be at least 8 characters long.',
  }))
