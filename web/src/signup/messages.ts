import { Refused } from '../api/call.ts'
import { messageOf } from '../api/messages.ts'

/** What a refused sign-up call tells the person. */
export const signUpMessageOf = (error: unknown, fallback: string) =>
  error instanceof Refused && error.status === 429
    ? 'Too many requests. Please wait before trying again.'
    : messageOf(error, fallback, ['detail', 'non_field_errors', 'message', 'field'])
