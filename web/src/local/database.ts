import type { Me } from 'contract'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** Whose data it is. It is deleted for another person, another role and another release. */
export type Owner = { me: Me; release: string }
type OwnerRow = Owner & { confirmed_at: number }

/** The answer to a read, by the hash of its query. */
export type KeptRead = {
  hash: string
  /** JSON, because a page parses only what it draws. */
  text: string
  etag: string | undefined
  project_ids: number[]
  kept_at: number
}

interface Schema extends DBSchema {
  owner: { key: 'owner'; value: OwnerRow }
  reads: { key: string; value: KeptRead; indexes: { project: number } }
}

export type Changes = { kept: readonly KeptRead[]; dropped: readonly string[]; isLost: (project_id: number) => boolean }

/** Milliseconds. A session ends on the server when it has not been refreshed for 7 days. */
const longestAbsence = 7 * 24 * 60 * 60 * 1000
/** Characters and reads. All are read at the start, so that the first page needs one look. */
const mostCharacters = 4_000_000
const mostReads = 100
/** Characters of one read. A longer one would leave no room for others, and each of its changes would be written at length. */
export const mostCharactersOfRead = 3_000_000

export const isSameOwner = (one: Owner | undefined, other: Owner | undefined) =>
  one?.me.id === other?.me.id && one?.me.role === other?.me.role && one?.release === other?.release

// Async, because some browsers throw instead of rejecting.
const open = async () =>
  openDB<Schema>('atrium', 1, {
    upgrade(db) {
      db.createObjectStore('owner')
      db.createObjectStore('reads', { keyPath: 'hash' }).createIndex('project', 'project_ids', { multiEntry: true })
    },
  })

/** The browser's database of local data. Each change checks the owner in its own transaction, as another tab may have replaced it. */
export class LocalDatabase {
  readonly #db: Promise<IDBPDatabase<Schema>>

  constructor() {
    this.#db = open()
    // Where the browser denies access, everything is read from the server.
    this.#db.catch(() => {})
  }

  async readAll() {
    const tx = (await this.#db).transaction(['owner', 'reads'])
    const [owner, reads] = await Promise.all([tx.objectStore('owner').get('owner'), tx.objectStore('reads').getAll()])
    const isCurrent = owner !== undefined && Date.now() - owner.confirmed_at < longestAbsence
    return isCurrent ? { owner, reads } : undefined
  }

  /** Claims the database for this owner. Deletes what another one left. */
  async own(owner: Owner) {
    const tx = (await this.#db).transaction(['owner', 'reads'], 'readwrite')
    const before = await tx.objectStore('owner').get('owner')
    if (!isSameOwner(before, owner)) await tx.objectStore('reads').clear()
    await tx.objectStore('owner').put({ ...owner, confirmed_at: Date.now() }, 'owner')
    await tx.done
  }

  async change(owner: Owner, { kept, dropped, isLost }: Changes) {
    const tx = (await this.#db).transaction(['owner', 'reads'], 'readwrite')
    const reads = tx.objectStore('reads')
    if (isSameOwner(await tx.objectStore('owner').get('owner'), owner)) {
      for (let at = await reads.index('project').openKeyCursor(); at; at = await at.continue())
        if (isLost(at.key)) await reads.delete(at.primaryKey)
      await Promise.all([...kept.map((read) => reads.put(read)), ...dropped.map((hash) => reads.delete(hash))])
    }
    await tx.done
  }

  async clear() {
    const tx = (await this.#db).transaction(['owner', 'reads'], 'readwrite')
    await Promise.all([tx.objectStore('owner').clear(), tx.objectStore('reads').clear(), tx.done])
  }
}

/** The hashes of the oldest reads, beyond the room for all. */
export function surplusOf(reads: readonly KeptRead[]) {
  const newest = reads.toSorted((one, other) => other.kept_at - one.kept_at)
  let room = mostCharacters
  const fits = ({ text }: KeptRead, i: number) => {
    room -= text.length
    return room >= 0 && i < mostReads
  }
  return newest.filter((read, i) => !fits(read, i)).map(({ hash }) => hash)
}
