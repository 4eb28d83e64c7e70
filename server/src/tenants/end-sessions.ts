import type { Publisher } from '../kit/context.ts'
import { sql } from '../kit/db/db.ts'

/** Ends every session of the transaction's workspace, and closes its sockets. */
export async function endAllSessions({ db, tenant, services }: Publisher) {
  await db.updateTable('sessions').set({ ended_at: sql`now()` }).where('ended_at', 'is', null).execute()
  services.channels.revalidate({ db, tenant }, 'everybody')
}
