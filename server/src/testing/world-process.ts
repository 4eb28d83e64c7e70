// For tests: a server in its own process, so that it can be killed. It prints its port first, and exits when its input ends.
import type { AddressInfo } from 'node:net'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { examiner } from '../doctor/doctor.ts'
import type { Services } from '../kit/context.ts'
import { connectAlone } from '../kit/db/alone.ts'
import { connect, inTenant } from '../kit/db/db.ts'
import { logInsOf } from '../kit/db/migrate.ts'
import { scannerAt } from '../kit/files/scanner.ts'
import { openStore } from '../kit/files/store.ts'
import { openJobs } from '../kit/jobs.ts'
import { openMailer } from '../kit/mail/mailer.ts'
import { carrierOf, openChannels } from '../kit/realtime/channels.ts'
import { limitsIn } from '../kit/security/limits.ts'
import { tokensFor } from '../kit/security/tokens.ts'
import { sendMails } from '../mails.ts'

const config = readConfig(process.env)
const logIns = await logInsOf(config.database_url ?? '')
const { urlOf } = logIns
const pools = {
  workspace: connect(urlOf('atrium_workspace'), { max: 12, name: 'test process' }),
  platform: connect(urlOf('atrium_platform'), { max: 2, name: 'test process' }),
}
for (const pool of Object.values(pools)) pool.options.connectionTimeoutMillis = 0
const services: Services = {
  config,
  tokens: tokensFor(config.session_secret, config.session_secret_old),
  limits: limitsIn(pools.workspace),
  jobs: await openJobs(urlOf('atrium_jobs'), () => undefined),
  channels: await openChannels(carrierOf(config, logIns), pools),
  store: await openStore(config),
  scan: scannerAt(config.files.clamav_url),
  connectAlone: (tenant_id) => connectAlone(pools.workspace, tenant_id),
  onPlatform: (work) => inTenant(pools.platform, 0, 'read only', work),
  examine: examiner({ config, urlOf }),
}
const { app } = await createApp({ pools, services, timing: { heartbeat: 500, sweep: 3_600_000 } })
if (config.smtp_url) await sendMails({ pools, services, mailer: openMailer(config), log: app.log })
await app.listen({ port: config.port, host: config.host })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
process.stdin.on('end', () => process.exit()).resume()
