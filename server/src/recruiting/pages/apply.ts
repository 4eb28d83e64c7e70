// What happens with a form that has arrived.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { applicationProblems } from 'contract'
import type { FastifyRequest } from 'fastify'
import type { Log, Services, Tenant } from '../../kit/context.ts'
import { notFound, type Problems, Refusal, tooMany, unavailable } from '../../kit/errors.ts'
import { logOf } from '../../kit/http/log-lines.ts'
import type { Counter } from '../../kit/security/limits.ts'
import { networkOf } from '../../kit/security/rates.ts'
import { type Applicant, submit } from '../submit.ts'
import { type Form, nothingTyped } from './form.ts'
import type { Brand, JobsPage } from './frame.ts'
import { findPublished, type PublishedOpening, readRetention } from './published.ts'
import { fieldsOf, readSent } from './sent.ts'
import { appliedPage, openingPage } from './views.ts'
import { type JobsSite, type Visit, visit } from './visits.ts'

const day = 24 * 60 * 60
/** Applications a day. One network keeps nobody else out, and one opening no other. */
const perDay = { ofNetworkToOpening: 10, ofNetwork: 30, ofOpening: 200, ofWorkspace: 500 } as const

type Found = { opening: PublishedOpening; retention_days: number; tenant: Tenant; brand: Brand }

/** An opening with what its form says. Undefined if nobody may read it. */
export async function findOpening(place: Visit, id: number): Promise<Found | undefined> {
  const opening = await findPublished(place, id)
  const { tenant, brand } = place
  return opening && { opening, retention_days: await readRetention(place), tenant, brand }
}

/** The page of an opening, whose form is empty or as it was sent. */
export function pageOf({ opening, retention_days, tenant, brand }: Found, sent?: Pick<Form, 'typed' | 'problems' | 'form_key'>) {
  const { id: opening_id, questions } = opening
  const blank = { typed: nothingTyped, problems: {}, form_key: randomUUID() }
  const form = { opening_id, company: tenant.name, retention_days, questions, ...(sent ?? blank) }
  return openingPage(brand, opening, form)
}

/** Takes an application, and returns null. Otherwise returns the page that says what is wrong. */
export async function apply(
  site: JobsSite,
  request: FastifyRequest,
  opening_id: number,
): Promise<{ brand: Brand; page: JobsPage } | null> {
  const found = await visit(site, request, (place) => findOpening(place, opening_id))
  if (!found) throw notFound()
  const fields = await fieldsOf(request.body)
  if (!fields) throw new Refusal(400, { detail: 'Bad request.' })
  const { tenant, brand, opening } = found
  const { form_key, typed, problems, applicant, isFromProgram } = await readSent(fields, opening.questions)
  const again = async (problems: Problems) => ({ brand, page: await pageOf(found, { form_key, typed, problems }) })
  if (!applicant) return again(problems)
  // It learns nothing from the answer.
  if (isFromProgram) return null
  const { services } = site
  const log = logOf(request)
  const full = await services.limits.takeAll(countersOf(tenant.id, opening_id, networkOf(request.ip)))
  if (full) throw tooMany(full.wait)
  if (await isMalware(applicant, services, log)) return again({ cv: [applicationProblems.cvMalware] })
  const outcome = await submit({ pool: site.admission.poolOf(tenant.id), tenant, services, log }, opening_id, applicant)
  if (outcome === 'closed') throw notFound()
  return outcome === 'late' ? { brand, page: appliedPage(opening_id, opening.title, tenant.name) } : null
}

function countersOf(tenant_id: number, opening_id: number, network: string | null): Counter[] {
  const counter = (max: number, key = '') => ({ key: `applications ${tenant_id}${key}`, max, seconds: day })
  const ofNetwork = [
    counter(perDay.ofNetworkToOpening, ` to ${opening_id} from ${network}`),
    counter(perDay.ofNetwork, ` from ${network}`),
  ]
  return [...(network ? ofNetwork : []), counter(perDay.ofOpening, ` to ${opening_id}`), counter(perDay.ofWorkspace)]
}

/** Without a scanner, everything is taken. What can't be examined is not. */
async function isMalware({ cv }: Applicant, { scan }: Services, log: Log) {
  if (!scan) return false
  const malware = await scan(Readable.from([cv.bytes])).catch((error: unknown) => {
    log.error({ err: error }, 'CV not scanned')
    throw unavailable()
  })
  if (malware !== null) log.warn({ malware }, 'malware refused')
  return malware !== null
}
