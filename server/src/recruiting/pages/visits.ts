// A stranger's visit to the openings of a workspace: whose host it is, and what the database says.
import type { FastifyRequest } from 'fastify'
import type { Pools, Services, Tenant } from '../../kit/context.ts'
import { type Db, inTenant, snapshot } from '../../kit/db/db.ts'
import { WorkspaceGone, withRetries } from '../../kit/db/retries.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { AdmissionControl } from '../../kit/http/admission-control.ts'
import { hostOf, originOf, siteOf } from '../../kit/http/host.ts'
import { nameCaller } from '../../kit/http/log-lines.ts'
import { type Identify, type Pipeline, tenantOf } from '../../kit/http/pipeline.ts'
import type { Brand } from './frame.ts'

/** The pages of openings of all workspaces, and what they share with the API. */
export type JobsSite = {
  pools: Pools
  services: Services
  identify: Identify
  tenantIdOf: Pipeline['tenantIdOf']
  admission: AdmissionControl
}
export type Visit = { db: Db; tenant: Tenant; brand: Brand }

const hostIn = ({ services }: JobsSite, { raw }: FastifyRequest) => siteOf(hostOf(raw), services.config.hostname)

/** The origin of the request's own host. */
export const originIn = ({ services }: JobsSite, { raw }: FastifyRequest) => originOf(hostOf(raw), services.config)

/** The id of the workspace whose host it is. */
export const tenantIn = (site: JobsSite, request: FastifyRequest) => tenantOf(site, hostIn(site, request))

/** Refuses a visit before the database is asked, if there are too many. */
export async function admit(site: JobsSite, request: FastifyRequest) {
  const tenant_id = await tenantIn(site, request)
  nameCaller(request, { tenant_id })
  site.admission.admit(tenant_id)
}

/** Reads in a transaction of the workspace. A workspace that is closed to strangers is not found. */
export async function visit<T>(site: JobsSite, request: FastifyRequest, work: (place: Visit) => Promise<T>): Promise<T> {
  const host = hostIn(site, request)
  let tenant_id = await tenantOf(site, host)
  const read = () =>
    inTenant(site.admission.poolOf(tenant_id), tenant_id, snapshot, async (db) => {
      const found = await site.identify(db, tenant_id, null)
      if (!found) throw new WorkspaceGone()
      const { tenant } = found
      // Strangers share the public demonstration, and what they write is not published in the operator's name.
      if (tenant.is_blocked || !tenant.is_open || tenant.is_public_demo) throw notFound()
      return work({ db, tenant, brand: brandOf(tenant, originIn(site, request)) })
    })
  return withRetries(read, async () => {
    tenant_id = await tenantOf(site, host, tenant_id)
  })
}

const brandOf = ({ name, accent }: Tenant, origin: string): Brand => ({ name, accent, origin, home: '/jobs' })

/** Where no workspace can be named. */
export const noBrand = (origin: string): Brand => ({ name: 'Atrium', accent: 'teal', origin, home: '/' })

export const isNotFound = (error: unknown) => error instanceof Refusal && error.status === 404
