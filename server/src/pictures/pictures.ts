import { type Api, type Endpoint, pictureProblems, workspaceRoles } from 'contract'
import type { Ctx } from '../kit/context.ts'
import { invalid, notFound, notSignedIn, tooMany } from '../kit/errors.ts'
import { type Handlers, slow } from '../kit/http/pipeline.ts'
import { ImageAnswer } from '../kit/http/send.ts'
import { changed } from '../realtime/changed.ts'
import { type Drawn, drawFace, drawingOf, drawLogo, Undrawable, versionOf } from './draw.ts'

/** Uploads per person, including refused ones: each takes time to draw. */
const uploads = { max: 30, seconds: 60 * 60 }

export const pictures: Handlers<Api['pictures']> = {
  async list({ db }) {
    const rows = await db
      .selectFrom('pictures')
      .select(['person_id', 'version', 'width', 'height', 'ground'])
      .orderBy('person_id')
      .execute()
    const people = rows.flatMap(({ person_id, version }) => (person_id === null ? [] : [{ person_id, version }]))
    return { logo: rows.find(({ person_id }) => person_id === null) ?? null, people }
  },

  ofPerson: (ctx, { params, query }) => read(ctx, params.person_id, query.v),
  setOwn: upload('picture', drawFace, ({ me }) => me.id),
  removeOwn: (ctx) => remove(ctx, ctx.me.id),

  logo: (ctx, { query }) => read(ctx, null, query.v),
  setLogo: upload('logo', drawLogo, () => null),
  removeLogo: (ctx) => remove(ctx, null),
}

/** The picture of a person or, for null, the workspace's logo. */
type Subject = number | null

async function read({ db }: Ctx, subject: Subject, version: string | undefined) {
  const found = await db
    .selectFrom('pictures')
    .select(['version', 'image'])
    .where('person_id', subject === null ? 'is' : '=', subject)
    .executeTakeFirst()
  if (!found || (version !== undefined && version !== found.version)) throw notFound()
  return new ImageAnswer(found.image, { version: found.version, isOfVersion: version !== undefined })
}

type Upload = Api['pictures']['setOwn' | 'setLogo'] & Endpoint

function upload(field: 'picture' | 'logo', draw: (file: Uint8Array) => Promise<Drawn>, subjectOf: (ctx: Ctx) => Subject) {
  return slow<Upload, Drawn>({
    queue: ({ tenant_id }) => drawingOf(tenant_id),

    async before({ tenant, me, services }, { body }) {
      if (body.length === 0) throw invalid({ [field]: [pictureProblems.missing] })
      return async () => {
        const wait = await services.limits.take(`pictures ${tenant.id} ${me.id}`, uploads)
        if (wait) throw tooMany(wait, 'You have changed pictures many times. Please try again in an hour.')
        return drawingOf(tenant.id)
          .run(() => draw(body))
          .catch((error) => {
            throw error instanceof Undrawable ? invalid({ [field]: [pictureProblems[error.reason]] }) : error
          })
      }
    },

    async handle(ctx, _input, drawn) {
      await mustStay(ctx)
      return save(ctx, subjectOf(ctx), drawn)
    },
  })
}

/** Waits for a deletion of this person, which removes their picture. Afterwards none may be added. */
async function mustStay({ db, me }: Ctx) {
  const person = db.selectFrom('people').select('id').where('id', '=', me.id).where('is_active', '=', true)
  if (!(await person.forShare().executeTakeFirst())) throw notSignedIn()
}

async function save(ctx: Ctx, person_id: Subject, drawn: Drawn) {
  const version = versionOf(drawn.image)
  const saved = await ctx.db
    .insertInto('pictures')
    .values({ person_id, version, ...drawn })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'person_id'])
        .doUpdateSet({ version, ...drawn })
        .where('pictures.version', '<>', version),
    )
    .returning('id')
    .executeTakeFirst()
  if (saved) tell(ctx)
  return { version }
}

async function remove(ctx: Ctx, subject: Subject) {
  const removed = await ctx.db
    .deleteFrom('pictures')
    .where('person_id', subject === null ? 'is' : '=', subject)
    .returning('id')
    .executeTakeFirst()
  if (removed) tell(ctx)
  return undefined
}

const tell = (ctx: Ctx) => changed(ctx, { roles: workspaceRoles, models: ['pictures'] })

/** Deletes the picture of a person who leaves the workspace. */
export const deletePicture = (ctx: Ctx, person_id: number) => remove(ctx, person_id)
