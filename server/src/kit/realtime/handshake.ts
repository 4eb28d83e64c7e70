import type { FastifyRequest } from 'fastify'
import { cookieName, readCookies } from '../http/cookies.ts'
import { hostOf, mustNotBeForeign, originOf, siteOf } from '../http/host.ts'
import { type Pipeline, sessionOf, tenantOf } from '../http/pipeline.ts'

/** The tenant and the session that a handshake names. */
export type Handshake = {
  tenant_id: number
  session_key: string | null
  isOnWorkspaceHost: boolean
  /** Drops the remembered tenant of this subdomain, because the workspace is gone and its subdomain may be reused. */
  forgetTenant: () => void
}

/**
 * Refuses requests that a page of this workspace would not send. All other refusals come later, as close codes, which a browser
 * can read.
 */
export async function readHandshake(
  { services, tenantIdOf }: Pick<Pipeline, 'services' | 'tenantIdOf'>,
  { raw, headers }: FastifyRequest,
): Promise<Handshake> {
  const { config, tokens } = services
  const host = hostOf(raw)
  const site = siteOf(host, config.hostname)
  const tenant_id = await tenantOf({ tenantIdOf }, site)
  mustNotBeForeign(raw, originOf(host, config))
  const session_key = sessionOf(tokens, tenant_id, readCookies(headers.cookie).get(cookieName('access', config.secure)))
  return {
    tenant_id,
    session_key,
    isOnWorkspaceHost: site.kind === 'workspace',
    forgetTenant: () => void tenantOf({ tenantIdOf }, site, tenant_id).catch(() => undefined),
  }
}
