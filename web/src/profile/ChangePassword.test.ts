import { expect, test } from 'vitest'
import { passwordChangeProblems } from './ChangePassword.tsx'

const required = 'This field is required'

test('both the current and the new password are required', () => {
  expect(passwordChangeProblems({ old_password: '', new_password: '' })).toEqual({
    old_password: required,
    new_password: required,
  })
  expect(passwordChangeProblems({ old_password: 'old', new_password: 'Strong-1 ok' })).toEqual({})
})

test('only the new one has rules', () =>
  expect(passwordChangeProblems({ old_password: 'x', new_password: 'Short-1' })).toEqual({
    new_password: 'Password must be at least 8 characters long.',
  }))
