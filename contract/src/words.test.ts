import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { api, type Endpoint } from './api.ts'

/** The validation library's default messages. */
const librarysWords = /Invalid (input|option|string)|Too (big|small)|Unrecognized/
const junk = [null, true, -1.5, 1e300, '', 'x', [], ['x'], {}, { x: 1 }]

/** Values that are wrong at every depth of a schema, in the places where they are. */
function* wrongValues(schema: unknown): Generator<unknown> {
  yield* junk
  const { def } = schema as { def: { innerType?: unknown; in?: unknown } }
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) for (const value of wrongValues(field)) yield { [name]: value }
  else if (schema instanceof z.ZodArray) for (const value of wrongValues(schema.element)) yield [value]
  else if (schema instanceof z.ZodRecord) for (const value of wrongValues(schema.valueType)) yield { x: value }
  else if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* wrongValues(option)
  else if (def.innerType) yield* wrongValues(def.innerType)
  else if (def.in) yield* wrongValues(def.in)
}

const endpoints: Endpoint[] = Object.values(api).flatMap((group): Endpoint[] => Object.values(group))
// A raw body comes from a program that reads no message.
for (const { route, body, is_raw } of endpoints)
  if (body && !is_raw)
    test(`${route} says in our words what is wrong with a body`, () => {
      const said = new Set<string>()
      // A body is an object.
      for (const value of wrongValues(body))
        if (typeof value === 'object' && value !== null && !Array.isArray(value))
          for (const { message, path } of body.safeParse(value).error?.issues ?? [])
            if (librarysWords.test(message)) said.add(`${path.join('.')}: ${message} ${JSON.stringify(value)}`)
      assert.deepEqual([...said], [])
    })
