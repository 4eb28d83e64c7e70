import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'

const longestTempId = 100

/** A frame as this schema describes it, or what is wrong with it; and the name that its sender gave it, if any. */
export function readFrame<T>(
  schema: z.ZodType<T>,
  data: Buffer,
  isBinary: boolean,
): { temp_id?: string } & ({ frame: T } | { refused: string }) {
  if (isBinary || !isUtf8(data)) return { refused: 'Send text.' }
  const value = parsed(data.toString())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { refused: 'Send a JSON object.' }
  const name = 'temp_id' in value ? value.temp_id : undefined
  const named = typeof name === 'string' && name.length <= longestTempId ? { temp_id: name } : {}
  const result = schema.safeParse(value)
  if (result.success) return { frame: result.data, ...named }
  const issue = issueAbout(value, result.error)
  return { refused: issue ? `${String(issue.path[0])}: ${issue.message}` : 'Unknown message.', ...named }
}

/** What is wrong with a value, where it is clear which of the known frames was meant: one whose kind it names, and whose parts it has. */
function issueAbout(value: object, { issues }: z.ZodError) {
  const [first] = issues
  if (first?.code !== 'invalid_union') return first?.code === 'invalid_value' || first?.path[0] === undefined ? undefined : first
  const meant = first.errors.find((found) =>
    found.every(({ path: [key], code }) => code !== 'invalid_value' && key !== undefined && key in value),
  )
  return meant?.[0]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
