import type { FastifyInstance } from 'fastify'
import { inTenant } from '../db/db.ts'
import type { IdentifyMany, Pipeline } from '../http/pipeline.ts'
import type { Channels } from './channels.ts'
import type { Registry } from './registry.ts'
import { Revalidation } from './revalidation.ts'

const deafMilliseconds = 800

type Options = Pick<Pipeline, 'pools' | 'services'> & {
  identifyMany: IdentifyMany
  /** Milliseconds between two pings of a connection. */
  heartbeat: number
  /** Milliseconds between two revalidations of every connection. */
  sweep: number
}

/** Delivers what is published to the open connections, and closes those that are no longer admitted. Returns the function that stops it. */
export function startDispatch(app: FastifyInstance, registry: Registry, options: Options) {
  const { channels } = options.services
  const revalidation = revalidationFor(app, registry, options)
  deliverMessages(channels, registry)
  channels.onRevalidate(({ tenant_id, revalidate }) => revalidation.request(tenant_id, revalidate))
  channels.onSuspend((tenant_id, affected) => revalidation.suspend(tenant_id, affected))
  channels.onLost(({ tenant_id, topic }) => {
    for (const connection of registry.subscribersOf(tenant_id, [topic])) void connection.sync()
  })
  channels.bus.onGap(() => {
    registry.recent.reset()
    for (const connection of registry.connections()) connection.bufferUntilSynced()
    revalidation.requestAll({ resync: true })
  })

  const stopSending = channels.sendLeftBehind()
  const revalidateAll = () => revalidation.requestAll({ resync: false })
  const timers = [
    setInterval(revalidateAll, options.sweep),
    // A server that hears no notices still has to close connections within a second of losing the permission.
    setInterval(() => channels.bus.isDeaf() && revalidateAll(), deafMilliseconds),
    setInterval(() => {
      for (const connection of registry.connections()) connection.ping()
    }, options.heartbeat),
  ]
  return () => {
    stopSending()
    for (const timer of timers) clearInterval(timer)
    revalidation.stop()
  }
}

function deliverMessages(channels: Channels, registry: Registry) {
  channels.onMessage(({ tenant_id, topics, message, instead, only, except, key }) => {
    const audience = { topics, ...(only !== undefined && { only }), ...(except !== undefined && { except }), ...(key && { key }) }
    const text = JSON.stringify(message)
    registry.recent.add({ tenant_id, text, audience })
    const own = instead && except !== undefined && { text: JSON.stringify(instead), audience: { topics, only: except } }
    for (const connection of registry.subscribersOf(tenant_id, topics)) {
      connection.deliver(text, audience)
      if (own) connection.deliver(own.text, own.audience)
    }
  })
}

const revalidationFor = (app: FastifyInstance, registry: Registry, { pools, identifyMany }: Options) =>
  new Revalidation(registry, {
    revalidate: (tenant_id, connections) =>
      inTenant(tenant_id === 0 ? pools.platform : pools.workspace, tenant_id, 'read only', async (db) => {
        const session_keys = new Set(connections.flatMap(({ session_key }) => session_key ?? []))
        const found = await identifyMany(db, tenant_id, [...session_keys])
        const callerOf = (session_key: string | null) =>
          found && { tenant: found.tenant, me: found.people.get(session_key ?? '') ?? null }
        await Promise.all(connections.map((connection) => connection.revalidate(db, callerOf(connection.session_key))))
      }),
    onError: (error) => app.log.warn({ err: error }, 'sockets not looked at'),
  })
