// Takes the application of a stranger: docs/decisions/075-recruiting.md
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { discard, drop, freeContents, keepContent } from '../files/content.ts'
import { countFiles } from '../files/room.ts'
import type { Log, Services, Tenant } from '../kit/context.ts'
import { afterRollback, type Db, inTenant, sql } from '../kit/db/db.ts'
import { insertMany } from '../kit/db/insert-many.ts'
import { withRetries } from '../kit/db/retries.ts'
import { Refusal } from '../kit/errors.ts'
import { type Content, keysOf, storeContent } from '../kit/files/content.ts'
import { applicationReceived } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { isPublished } from './pages/published.ts'
import { addEntry, confirmationsOf, recruitingChanged, staffOf } from './rules.ts'

/** What somebody has sent, cleaned and judged by the rules of the contract. */
export type Applicant = {
  form_key: string
  full_name: string
  email: string
  phone: string
  links: string
  answers: { question: string; answer: string }[]
  cv: { name: string; bytes: Buffer }
}

type Pool = Parameters<typeof inTenant>[0]
type Options = { pool: Pool; tenant: Tenant; services: Services; log: Log }
type Place = Omit<Options, 'pool'> & { db: Db }

const day = 24 * 60 * 60
/** Strangers may fill so much of the room for a workspace's files. */
const shareOfCvs = 0.5
/** Anybody can enter anybody's address. */
const mailsPerAddress = { max: 3, seconds: day }

/**
 * Stores an application, once for each form. A form that is sent again with other content replaces the former, until somebody has
 * looked at that: `late`. `closed`: the opening is not published any more.
 */
export async function submit(options: Options, opening_id: number, applicant: Applicant): Promise<'taken' | 'late' | 'closed'> {
  try {
    return await withRetries(() => store(options, opening_id, applicant))
  } catch (error) {
    if (error instanceof SentBefore) return error.isSame ? 'taken' : 'late'
    throw error
  }
}

async function store(options: Options, opening_id: number, applicant: Applicant) {
  const { pool, tenant, services } = options
  const { bytes } = applicant.cv
  const size = bytes.length
  const content = await storeContent(services.store, { tenant_id: tenant.id, size }, Readable.from([bytes]))
  return inTenant(pool, tenant.id, 'read write', async (db) => {
    afterRollback(db, () => drop(options, content))
    return add({ ...options, db }, opening_id, { applicant, content })
  })
}

/** The same form has been taken already. Nothing of this one is kept. */
class SentBefore extends Error {
  readonly isSame: boolean
  constructor({ isSame }: { isSame: boolean }) {
    super()
    this.isSame = isSame
  }
}

type Received = { applicant: Applicant; content: Content }

async function add(place: Place, opening_id: number, { applicant, content }: Received): Promise<'taken' | 'closed'> {
  const { db } = place
  const { answers, cv, ...fields } = applicant
  await mustHaveRoom(place, cv.bytes.length)
  const opening = await lockPublished(place, opening_id)
  const stage = await firstStage(place)
  if (!opening || !stage) {
    discard(place, keysOf(place.tenant.id, content.object))
    return 'closed'
  }
  const cv_content_id = await keepContent(place, content, cv.bytes.length)
  const application = await db
    .insertInto('applications')
    .values({ opening_id, stage_id: stage.id, ...fields, cv_content_id, cv_name: cv.name })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'form_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!application) return correct(place, opening_id, { applicant, cv_content_id })
  await addAnswers(place, application.id, answers)
  await addEntry({ db, me: null }, application.id, { event: 'applied' })
  await notify(place, { to: await staffOf(place), ...applicationReceived(opening.title, application.id) })
  recruitingChanged(place)
  await confirm(place, application.id, fields.email)
  return 'taken'
}

const addAnswers = ({ db }: Place, application_id: number, answers: Applicant['answers']) =>
  insertMany(
    db,
    'application_answers',
    answers.map((answer, index) => ({ application_id, position: index + 1, ...answer })),
  )

/** Replaces the application of the same form, unless it is the same or somebody has looked at it. */
async function correct(
  place: Place,
  opening_id: number,
  { applicant, cv_content_id }: { applicant: Applicant; cv_content_id: number },
) {
  const { db } = place
  const { answers, cv, form_key, ...fields } = applicant
  const columns = ['full_name', 'email', 'phone', 'links', 'cv_name', 'cv_content_id'] as const
  const { id, looked_at, ...former } = await db
    .selectFrom('applications')
    .select(['id', 'opening_id', 'looked_at', ...columns])
    .where('form_key', '=', form_key)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const formerAnswers = await db
    .selectFrom('application_answers')
    .select(['question', 'answer'])
    .where('application_id', '=', id)
    .orderBy('position')
    .execute()
  const now = { ...fields, cv_name: cv.name, cv_content_id }
  const isSame = JSON.stringify(inOrder(former, formerAnswers)) === JSON.stringify(inOrder({ ...now, opening_id }, answers))
  if (isSame) throw new SentBefore({ isSame })
  const entries = db.selectFrom('application_entries').select('id').where('application_id', '=', id)
  const acted = await entries.where('event', '!=', 'applied').limit(1).executeTakeFirst()
  if (looked_at !== null || acted || former.opening_id !== opening_id) throw new SentBefore({ isSame })
  await db
    .updateTable('applications')
    .set({ ...now, undeliverable_at: null })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('application_answers').where('application_id', '=', id).execute()
  await addAnswers(place, id, answers)
  if (former.cv_content_id !== null) await freeContents(place, [former.cv_content_id])
  recruitingChanged(place)
  if (former.email !== fields.email) await confirm(place, id, fields.email)
  return 'taken' as const
}

type Fields = Record<'full_name' | 'email' | 'phone' | 'links', string> &
  Record<'opening_id' | 'cv_content_id' | 'cv_name', unknown>

const inOrder = (fields: Fields, answers: Applicant['answers']) => [
  ...[fields.opening_id, fields.full_name, fields.email, fields.phone, fields.links, fields.cv_name, fields.cv_content_id],
  answers.map(({ question, answer }) => [question, answer]),
]

/** Sends no more mails than somebody may get to whom others send them, nor more than the workspace may cause. */
async function confirm({ db, tenant, services }: Place, application_id: number, email: string) {
  const counters = [{ key: `application mails ${hash('sha256', email)}`, ...mailsPerAddress }, ...confirmationsOf(tenant)]
  if (await services.limits.takeAll(counters, db)) return
  await services.jobs.enqueue(db, 'mail', { template: 'application_received', tenant_id: tenant.id, application_id })
}

/** Comes first, because it locks the workspace as changes of its stages do. */
async function mustHaveRoom({ db, tenant, services, log }: Place, size: number) {
  const { bytes } = await countFiles({ db, tenant, me: null })
  const { rows } = await sql<{ of_cvs: number }>`
    select coalesce(sum((select c.size from file_contents c where c.tenant_id = ${tenant.id} and c.id = cv.id)), 0) as of_cvs
    from (select distinct a.cv_content_id as id from applications a where a.tenant_id = ${tenant.id}) cv`.execute(db)
  const { of_cvs = 0 } = rows[0] ?? {}
  const most = services.config.files.most_bytes_of_workspace
  if (bytes + size <= most && of_cvs + size <= most * shareOfCvs) return
  log.warn(
    { tenant_id: tenant.id, bytes, of_cvs },
    'application refused: files of the workspace, or its CVs, take all their room',
  )
  throw new Refusal(503, { detail: 'No applications can be taken at the moment.' }, { 'retry-after': '3600' })
}

/** Nobody closes the opening until the transaction ends. */
async function lockPublished({ db, tenant }: Place, id: number) {
  const { rows } = await sql<{ title: string }>`
    select o.title from openings o where o.tenant_id = ${tenant.id} and o.id = ${id} and ${isPublished(tenant)} for share`.execute(
    db,
  )
  return rows[0]
}

const firstStage = ({ db }: Place) =>
  db.selectFrom('recruiting_stages').select('id').where('kind', '=', 'open').orderBy('position').limit(1).executeTakeFirst()
