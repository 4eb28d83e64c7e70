import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'

/** A change that was made without a connection. */
export type QueuedChange = {
  /** Higher for later changes. */
  number: number
  change_id: string
  person_id: number
  route: string
  args: object
  /** What the change is, for the person who made it: `Comment on "Home page"`. */
  about: string
  /** What they typed. */
  text: string | undefined
  made_at: number
  /** Why the server refused it. Its author then decides. */
  reason?: string
}

interface Schema extends DBSchema {
  changes: { key: number; value: QueuedChange }
}

// Async, because some browsers throw instead of rejecting.
const open = async () =>
  openDB<Schema>('atrium-changes', 1, {
    upgrade(db) {
      db.createObjectStore('changes', { keyPath: 'number', autoIncrement: true })
    },
  })

/** The queued changes on the device, which all tabs share. */
export class QueueDatabase {
  #opened: Promise<IDBPDatabase<Schema>> | undefined

  get #db() {
    this.#opened ??= open().catch((error) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async add(change: Omit<QueuedChange, 'number'>): Promise<QueuedChange> {
    const number = await (await this.#db).add('changes', change as QueuedChange)
    return { ...change, number }
  }

  async all() {
    return (await this.#db).getAll('changes')
  }

  async has(number: number) {
    return (await (await this.#db).getKey('changes', number)) !== undefined
  }

  /** Replaces a change. Returns false if another tab has removed it. */
  put = (change: QueuedChange) => this.#ifThere(change.number, (store) => store.put(change))

  /** Removes a change. Returns false if another tab has done so. */
  remove = (number: number) => this.#ifThere(number, (store) => store.delete(number))

  /** Moves a change to the end, as another one. Returns undefined if another tab has removed it. */
  async moveToEnd(number: number, change: Omit<QueuedChange, 'number'>): Promise<QueuedChange | undefined> {
    let moved: number | undefined
    await this.#ifThere(number, async (store) => {
      await store.delete(number)
      moved = await store.add(change as QueuedChange)
    })
    return moved === undefined ? undefined : { ...change, number: moved }
  }

  async clear() {
    await (await this.#db).clear('changes')
  }

  async #ifThere(number: number, work: (store: Store) => Promise<unknown>) {
    const { store, done } = (await this.#db).transaction('changes', 'readwrite')
    const isThere = (await store.getKey(number)) !== undefined
    if (isThere) await work(store)
    await done
    return isThere
  }
}

type Store = IDBPObjectStore<Schema, ['changes'], 'changes', 'readwrite'>
