import type pg from 'pg'
import type { Log } from '../kit/context.ts'
import { type FileStore, removeObjectsOf } from '../kit/files/store.ts'
import { type Mailer, Undeliverable } from '../kit/mail/mailer.ts'
import { about, type Origin } from '../security-log/record.ts'
import { eraseTenant } from './erase.ts'
import { composeDeleted } from './mails.ts'

/** The job that ends a deletion. It knows what nothing else does any more. The id's name keeps it from erasing itself. */
export type Deletion = {
  workspace_id: number
  subdomain: string
  name: string
  email: string
  full_name: string
  origin: Origin
}

type Options = {
  /** Runs work as the owner of the database. */
  asOwner: <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>
  mailer: Pick<Mailer, 'send'>
  log: Pick<Log, 'info'>
  store: FileStore
}

/** Erases a deleted workspace, and confirms that by mail. Repeated after a failure, it goes on where it was. */
export async function finishDeletion({ asOwner, mailer, log, store }: Options, deletion: Deletion, job_id: string) {
  const { workspace_id: id, subdomain, name, full_name, email, origin } = deletion
  // Its sockets are closed since it was deleted.
  const erased = await asOwner((client) => eraseTenant(client, { id, subdomain, name }, { by: about(full_name, email), origin }))
  if (erased) log.info({ tenant_id: id, subdomain, rows: erased.reduce((sum, { rows }) => sum + rows, 0) }, 'workspace erased')
  // No row remembers them, so a repeated job removes them whether or not it has erased any.
  await removeObjectsOf(store, id)
  await mailer.send(await composeDeleted(deletion), job_id).catch((error: unknown) => {
    if (!(error instanceof Undeliverable)) throw error
    log.info({ tenant_id: id, reason: error.message }, 'mail about the deletion refused for good')
  })
}
