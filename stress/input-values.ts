// Values for the fields of requests, mostly ones that their schemas admit: others would never reach a handler.
import fc from 'fast-check'
import { daysFrom, password, today } from '../server/src/testing/world.ts'

/** The part of JSON Schema that the contract uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  format?: string
}

export const ids = fc.oneof(
  { weight: 5, arbitrary: fc.constant(1) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1001, max: 1009 }) },
)
const texts = fc.constantFrom('A text that is long enough.', 'Another one, as long.', '  ten chars.  ')
const days = fc.constantFrom('2030-01-01', '2030-01-01', today(), daysFrom(-1), daysFrom(9), '9999-12-31')
const isDay = /(_on|_date|^day|^date|^from|^to|^birthday)$/

/** Fields whose schema admits more than the server does, and those that choose between a few things that are there. */
const likely: Record<string, fc.Arbitrary<unknown>> = {
  department: fc.constantFrom('IT', 'R&D'),
  email: fc.integer({ min: 1, max: 50 }).map((n) => `new${n}@acme.test`),
  password: fc.constantFrom(password, password, 'Password-9'),
  old_password: fc.constant(password),
  new_password: fc.constant(password),
  assigned_to: fc.constant(5),
  assigned_to_id: fc.constantFrom(5, 5, null),
  limit: fc.integer({ min: 1, max: 3 }),
  offset: fc.integer({ min: 0, max: 3 }),
  project: fc.constantFrom(1, 1, 2, 4, 1001),
  task: fc.constantFrom(1, 1, 2, 4, 1001),
  object_id: fc.constantFrom(1, 1, 2, 4, 1001),
  content_type: fc.constant('task'),
  key: fc.constantFrom('WEB', 'NEW1', 'NEW2', 'NEW3'),
  timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
  employee: fc.constantFrom(8, 9),
  query: fc.constantFrom('view=board', 'due=overdue&q=menu'),
  estimated_hours: fc.constantFrom(0, 0.5, 99_999),
  label_ids: fc.subarray([1, 1, 1, 2]),
  developers: fc.subarray([5, 6, 6, 7]),
  size: fc.constantFrom(4, 'small', 'large'),
  files: fc.constantFrom([], [], [1]),
  documents: fc.constantFrom([], [], [1]),
  people: fc.constantFrom('3', '3,5'),
  tasks: fc.constantFrom('1', '1,2'),
  keys: fc.constantFrom('WEB-1', 'WEB-1,WEB-2'),
  blocked_by: fc.constantFrom('WEB-1', 'WEB-2'),
  carry_until: fc.constantFrom('03-31', '12-31'),
  minutes: fc.constantFrom(30, 60, [480, 480, 480, 480, 480, 0, 0]),
  phone: fc.constantFrom('+43 1 234567', ''),
}

const odd = fc.oneof(
  fc.integer(),
  fc.constantFrom(
    null,
    '',
    true,
    [],
    {},
    0,
    -1,
    0.1,
    1e21,
    2 ** 53,
    '2026-02-30',
    '0000-01-01',
    '99999-12-31',
    '+010000-01-01',
    'infinity',
    '1',
    'NaN',
    1e308,
  ),
  fc.array(fc.constantFrom(1, 1, 2, 5, '1', null, 0, -1, 1.5, 2 ** 53, {}, [1]), { maxLength: 5 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('\u0000', '\ud800', '\udfff', '\uffff', '\u202e', 'a') }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Objects of this schema, with all of its fields or some. */
export const fieldsOf = ({ properties = {} }: Schema, { areAll = false } = {}) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sentAs(name, schema)])), {
    requiredKeys: areAll ? Object.keys(properties) : [],
  })

const sentAs = (name: string, schema: Schema) =>
  fc.oneof({ weight: 12, arbitrary: likely[name] ?? admittedBy(schema, name) }, { weight: 1, arbitrary: odd })

function admittedBy(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((alternative) => admittedBy(alternative, name)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numbersOf(schema)
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 3 } = schema
      return fc.array(sentAs(name, items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 7)) })
    }
    case 'object':
      return fc.oneof(fieldsOf(schema, { areAll: true }), fieldsOf(schema))
    default:
      return textsOf(schema, name)
  }
}

/** A number without a smallest one of its own is an id. */
function numbersOf({ minimum, maximum = Number.MAX_SAFE_INTEGER }: Schema) {
  if (minimum === undefined) return ids
  return fc.oneof(
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) }),
    fc.integer({ min: Math.max(minimum, 0), max: Math.min(maximum, Math.max(minimum, 0) + 10) }),
  )
}

function textsOf({ pattern, format, maxLength }: Schema, name: string): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.constantFrom(`${daysFrom(30)}T09:00:00Z`, `${daysFrom(60)}T16:30:00+02:00`)
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  if (isDay.test(name)) return days
  return texts.map((text) => text.slice(0, maxLength))
}
