// The reporting lines: a tree, in which developers are below their project managers.
import { directoryProblems } from 'contract'
import type { Ctx } from '../kit/context.ts'
import type { Problems } from '../kit/errors.ts'
import type { PersonSubject } from './rules.ts'

/** Locks everybody to whom somebody reports, or could, so that two changes at once can't make a circle. Call it before locking a person. */
export const lockReporting = ({ db }: Ctx) => everybodyAbove(db).forNoKeyUpdate().execute()

/** The problems of a person's reporting to `to`. */
export async function reportingProblems({ db }: Ctx, person: PersonSubject, to: number | null | undefined): Promise<Problems> {
  if (to === undefined) return {}
  if (person.role === 'developer') return to === person.reports_to ? {} : problem(directoryProblems.developer)
  if (to === null) return {}
  if (to === person.id) return problem(directoryProblems.self)
  const byId = new Map((await everybodyAbove(db).execute()).map((each) => [each.id, each]))
  const manager = byId.get(to)
  if (!manager?.is_active || manager.role === 'developer')
    return problem((await isDeveloper(db, to)) ? directoryProblems.reportsToDeveloper : directoryProblems.noPerson)
  for (let above = manager.reports_to_id; above !== null; above = byId.get(above)?.reports_to_id ?? null)
    if (above === person.id) return problem(directoryProblems.circle(byId.get(person.id)?.full_name ?? ''))
  return {}
}

const problem = (message: string): Problems => ({ reports_to: [message] })

/** Also developers who had another role before: they may get it again. */
const everybodyAbove = (db: Ctx['db']) =>
  db
    .selectFrom('people')
    .select(['id', 'full_name', 'role', 'is_active', 'reports_to_id'])
    .where((where) => where.or([where('role', '!=', 'developer'), where('reports_to_id', 'is not', null)]))
    .orderBy('id')

async function isDeveloper(db: Ctx['db'], id: number) {
  const found = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('role', '=', 'developer')
    .executeTakeFirst()
  return found !== undefined
}
