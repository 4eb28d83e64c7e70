import { Refused } from '../api/call.ts'
import { messageOf } from '../api/messages.ts'

/** The message for a refused sign-up call. */
export const signUpMessageOf = (error: unknown, fallback: string) =>
  error instanceof Refused && error.status === 429
    ? 'Too many requests. Please wait before trying again.'
    : messageOf(error, fallback, ['detail', 'non_field_errors', 'message', 'field'])
