// The pages on which strangers read a workspace's openings and apply: docs/decisions/075-recruiting.md
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { cvBytes } from 'contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, Overload } from '../../kit/errors.ts'
import { mayArriveSlowly } from '../../kit/http/body-timer.ts'
import { mustBeSameOrigin } from '../../kit/http/host.ts'
import { refusalOf } from '../../kit/http/server.ts'
import { networkOf } from '../../kit/security/rates.ts'
import { apply, findOpening, pageOf } from './apply.ts'
import { type Brand, inFrame, type JobsPage } from './frame.ts'
import { findTitle, hasPublished, readPublished } from './published.ts'
import { Receiving } from './receiving.ts'
import { listPage, notFoundPage, pathOf, refusalPage, thanksPage } from './views.ts'
import { admit, isNotFound, type JobsSite, noBrand, originIn, tenantIn, type Visit, visit } from './visits.ts'
import { shortPage, wordsOf } from './words.ts'

/** A CV and the texts. */
const formBytes = cvBytes + 1024 * 1024
/** What is too large is read to its end, as a browser shows no answer before. Beyond this, it says that the connection has ended. */
const mostDiscarded = 100 * 1024 * 1024
const formsOfNetwork = { max: 20, seconds: 60 * 60 }
const heldMilliseconds = 50

type Exchange = { request: FastifyRequest; reply: FastifyReply }
type Shown = { brand: Brand; page: JobsPage }
/** Looks up what a page needs. The page is made once the transaction has ended. Undefined if there is none. */
type Show = (place: Visit, opening_id: number) => Promise<(() => JobsPage | Promise<JobsPage>) | undefined>
type Route = { Params: { opening_id?: string } }

/** Returns the document that the build has made, for an address. */
type DocumentOf = (address: string) => Promise<string>

/** Serves the pages on the hosts of workspaces. */
export function serveJobs(app: FastifyInstance, site: JobsSite, documentOf: DocumentOf) {
  const { send, errorHandler } = answering(site, documentOf)
  const constraints = { host: hostsOfWorkspaces(site.services.config) }
  const get = (url: string, show: Show) =>
    app.route<Route>({
      ...{ method: ['GET', 'HEAD'], url, constraints, errorHandler },
      onRequest: async (request) => admit(site, request),
      handler: async (request, reply) => {
        const id = request.params.opening_id === undefined ? 0 : idIn(request.params.opening_id)
        const { brand, make } = await visit(site, request, async (place) => ({ brand: place.brand, make: await show(place, id) }))
        if (!make) throw notFound()
        return send({ request, reply }, { brand, page: await make() })
      },
    })
  get('/jobs', showList)
  get('/jobs/:opening_id', showOpening)
  get('/jobs/:opening_id/thanks', showThanks)

  const receiving = new Receiving()
  app.route<Route>({
    ...{ method: 'POST', url: '/jobs/:opening_id', constraints, errorHandler, bodyLimit: formBytes },
    onRequest: async (request, reply) => {
      mustBeSameOrigin(request.raw, originIn(site, request))
      await admit(site, request)
      const network = networkOf(request.ip)
      if (network) await site.services.limits.mustTake(`forms from ${network}`, formsOfNetwork)
      await receiving.begin({ tenant_id: await tenantIn(site, request), network }, reply)
      mayArriveSlowly(request.raw)
    },
    handler: async (request, reply) => {
      const id = idIn(request.params.opening_id)
      const problem = await receiving.reading.run(() => apply(site, request, id), await tenantIn(site, request))
      if (problem) return send({ request, reply }, problem)
      return reply
        .code(303)
        .header('location', `${pathOf(id)}/thanks`)
        .send()
    },
  })
}

/** How pages are sent, and how refusals become pages. */
function answering(site: JobsSite, documentOf: DocumentOf) {
  async function send({ request, reply }: Exchange, { brand, page }: Shown, more: Record<string, string> = {}) {
    const { html, headers } = await inFrame(await documentOf(request.url), brand, page)
    return reply
      .code(page.status)
      .headers({ ...headers, ...more })
      .send(html)
  }

  async function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    if (error.statusCode === 413) await discard(request)
    if (isNotFound(error)) return send({ request, reply }, await notFoundHere(site, request))
    const refusal = refusalOf(error, request)
    const { status, headers } = refusal
    if (refusal instanceof Overload) {
      await sleep(heldMilliseconds)
      return reply
        .code(status)
        .headers(headers)
        .type('text/html; charset=utf-8')
        .send(shortPage(wordsOf(refusal)))
    }
    const page = refusalPage(status, wordsOf(refusal), pathnameOf(request))
    return send({ request, reply }, { brand: noBrand(originIn(site, request)), page }, headers)
  }
  return { send, errorHandler }
}

/** On the main domain, these addresses are the app's. */
const hostsOfWorkspaces = ({ hostname }: { hostname: string }) =>
  new RegExp(`^[^.]+\\.${hostname.replace(/[^\w-]/g, '\\$&')}(?::\\d+)?$`, 'i')

const showList: Show = async (place) => {
  const openings = await readPublished(place)
  return openings.length ? () => listPage(place.brand, openings) : undefined
}

const showOpening: Show = async (place, id) => {
  const found = await findOpening(place, id)
  return found && (() => pageOf(found))
}

const showThanks: Show = async (place, id) => {
  const title = await findTitle(place, id)
  return title === undefined ? undefined : () => thanksPage(id, title)
}

function idIn(text = '') {
  if (!/^[1-9]\d{0,15}$/.test(text)) throw notFound()
  return Number(text)
}

const pathnameOf = ({ url }: FastifyRequest) => url.split('?', 1).join('')

/** Says so under the workspace's name, with a link to other openings. */
async function notFoundHere(site: JobsSite, request: FastifyRequest): Promise<Shown> {
  const path = pathnameOf(request)
  try {
    return await visit(site, request, async (place) => ({
      brand: place.brand,
      page: notFoundPage(path, { hasOthers: await hasPublished(place) }),
    }))
  } catch (error) {
    if (!isNotFound(error)) throw error
    return { brand: noBrand(originIn(site, request)), page: notFoundPage(path, { hasOthers: false }) }
  }
}

/** Reads the rest of a body that is too large. */
async function discard({ raw }: FastifyRequest) {
  if (Number(raw.headers['content-length'] ?? 0) > mostDiscarded) return
  await finished(raw.resume()).catch(() => undefined)
}
