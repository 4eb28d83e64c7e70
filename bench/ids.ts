import pg from 'pg'
import type { Place } from './scene.ts'

/**
 * Makes ids consecutive while `work` runs, and as long as real ones. A variant's number then selects a row, and no two ids are
 * equal by chance. Rows that are created later get real ids again.
 */
export async function withCountedIds<T>({ owner_url }: Pick<Place, 'owner_url'>, work: () => Promise<T>) {
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ real: string }>(`select pg_get_functiondef('next_id'::regproc) as real`)
    await owner.query(`create sequence counted_ids; select setval('counted_ids', next_id()); grant usage on sequence counted_ids to public;
      create or replace function next_id() returns bigint volatile language sql as $$ select nextval('counted_ids') $$`)
    try {
      return await work()
    } finally {
      await owner.query(`${rows[0]?.real}; drop sequence counted_ids`)
    }
  } finally {
    await owner.end()
  }
}
