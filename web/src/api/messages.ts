import { Refused, Unreachable } from './call.ts'

type Place = 'non_field_errors' | 'detail' | 'message' | 'field'
const general = ['non_field_errors', 'detail', 'message', 'code', 'redirect']

/** What to tell the person: the first of these places of the server's answer that says something, else `fallback`. */
export function messageOf(
  error: unknown,
  fallback = 'Something went wrong.',
  places: readonly Place[] = ['non_field_errors', 'detail', 'message', 'field'],
): string {
  if (error instanceof Unreachable) return error.message
  // A fault of the server's has no reason to give: what could not be done says more.
  if (!(error instanceof Refused) || error.status === 500) return fallback
  const { body } = error
  const found = places.map((place) => (place === 'field' ? Object.values(fieldErrors(body))[0] : first(body[place])))
  return found.find(Boolean) ?? fallback
}

/** The first message of each field. */
export const fieldErrors = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([field, messages]) => {
      const message = general.includes(field) ? undefined : first(messages)
      return message ? [[field, message]] : []
    }),
  )

/** Everything that concerns the whole form. */
export const generalErrors = ({ non_field_errors, detail }: Record<string, unknown>): string[] =>
  [non_field_errors, detail].flat().filter((message): message is string => typeof message === 'string' && message !== '')

const first = (messages: unknown) => [messages].flat().find((m): m is string => typeof m === 'string' && m !== '')
