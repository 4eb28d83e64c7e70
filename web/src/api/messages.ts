import { Refused, Unreachable } from './call.ts'

type MessageSource = 'non_field_errors' | 'detail' | 'message' | 'field'
const general = ['non_field_errors', 'detail', 'message', 'code', 'redirect']

/** The message to show: from the first of `sources` that has one, else `fallback`. */
export function messageOf(
  error: unknown,
  fallback = 'Something went wrong.',
  sources: readonly MessageSource[] = ['non_field_errors', 'detail', 'message', 'field'],
): string {
  if (error instanceof Unreachable) return error.message
  // A 500 carries no reason, so the fallback says more.
  if (!(error instanceof Refused) || error.status === 500) return fallback
  const { body } = error
  const messages = sources.map((source) => (source === 'field' ? Object.values(fieldErrors(body))[0] : first(body[source])))
  return messages.find(Boolean) ?? fallback
}

/** The first message of each field. */
export const fieldErrors = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([field, messages]) => {
      const message = general.includes(field) ? undefined : first(messages)
      return message ? [[field, message]] : []
    }),
  )

/** The messages that concern the whole form. */
export const generalErrors = ({ non_field_errors, detail }: Record<string, unknown>): string[] =>
  [non_field_errors, detail].flat().filter((message): message is string => typeof message === 'string' && message !== '')

const first = (messages: unknown) => [messages].flat().find((m): m is string => typeof m === 'string' && m !== '')
