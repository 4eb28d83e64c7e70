import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'

const maxTempIdLength = 100

/** Parses a frame. Returns it or the reason why it is refused, with the sender's `temp_id` if it has one. */
export function readFrame<T>(
  schema: z.ZodType<T>,
  data: Buffer,
  isBinary: boolean,
): { temp_id?: string } & ({ frame: T } | { refused: string }) {
  if (isBinary || !isUtf8(data)) return { refused: 'Send text.' }
  const value = parseJson(data.toString())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { refused: 'Send a JSON object.' }
  const temp_id = 'temp_id' in value ? value.temp_id : undefined
  const named = typeof temp_id === 'string' && temp_id.length <= maxTempIdLength ? { temp_id } : {}
  const result = schema.safeParse(value)
  if (result.success) return { frame: result.data, ...named }
  const issue = issueAbout(value, result.error)
  return { refused: issue ? `${String(issue.path[0])}: ${issue.message}` : 'Unknown message.', ...named }
}

/** The first issue of the frame type that the value names and whose keys it has; undefined if no type matches. */
function issueAbout(value: object, { issues }: z.ZodError) {
  const [first] = issues
  if (first?.code !== 'invalid_union') return first?.code === 'invalid_value' || first?.path[0] === undefined ? undefined : first
  const matching = first.errors.find((issues) =>
    issues.every(({ path: [key], code }) => code !== 'invalid_value' && key !== undefined && key in value),
  )
  return matching?.[0]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
