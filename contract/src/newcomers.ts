import { z } from 'zod'
import { ruled } from './common.ts'
import { Employee } from './employees.ts'
import { workspace } from './endpoint.ts'
import { messages, required, type TextRule } from './rules.ts'

/** People in one list. */
export const mostNewcomers = 500
const longestList = 500_000
/** JSON escapes each line break and quotation mark. */
const longestRequest = 2_000_000

const tooLong = `This list is too long. It has at most ${mostNewcomers} people: split it.`
const unreadable = 'This file is no text. Save it as CSV in UTF-8.'

/** A table as text. Its length is in UTF-16 units, because counting the code points of a long text takes memory. */
export const peopleText: TextRule = {
  clean: (text) => text,
  empty: required,
  min: [1, required],
  max: [longestList, tooLong],
  problems: (text) =>
    messages(
      text.trim() === '' && required,
      text.length > longestList && tooLong,
      (text.includes('\u0000') || !text.isWellFormed()) && unreadable,
    ),
}

/** The columns of a list, in the order that is assumed without a head. */
export const newcomerFields = ['full_name', 'email', 'role', 'manager', 'department', 'job_title'] as const
export type NewcomerField = (typeof newcomerFields)[number]

export const newcomerLabels: Record<NewcomerField, string> = {
  full_name: 'Name',
  email: 'Email',
  role: 'Role',
  manager: 'Manager',
  department: 'Department',
  job_title: 'Job title',
}

/** A line of the list, as it would be added. */
export const Newcomer = z.object({
  line: z.number().int(),
  full_name: z.string(),
  email: z.string(),
  role: z.string(),
  /** The name or the address of the project manager. */
  manager: z.string(),
  department: z.string(),
  job_title: z.string(),
  problems: z.array(z.object({ field: z.enum(newcomerFields), message: z.string() })),
})
export type Newcomer = z.output<typeof Newcomer>

export const NewcomerPlan = z.object({
  people: z.array(Newcomer),
  /** How many lines have problems. */
  wrong: z.number().int(),
  /** Why this many people can't be invited now. */
  refusal: z.string().nullable(),
  /** The names of columns that mean nothing here. */
  ignored: z.array(z.string()),
})
export type NewcomerPlan = z.output<typeof NewcomerPlan>

const body = z.object({ text: ruled(peopleText) })

/** People who are added from a list. A project manager is named by name or address, and may be in the same list. */
export const newcomers = {
  /** What adding them would do. Nothing is written. */
  preview: workspace({
    route: 'POST /api/employees/import/preview/',
    access: ['tenant_admin'],
    body,
    max_bytes: longestRequest,
    returns: NewcomerPlan,
  }),
  /** Adds and invites everybody or nobody. */
  create: workspace({
    route: 'POST /api/employees/import/',
    access: ['tenant_admin'],
    not_in_demo: true,
    status: 201,
    body,
    max_bytes: longestRequest,
    returns: z.object({ results: z.array(Employee) }),
  }),
}
