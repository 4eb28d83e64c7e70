import type pg from 'pg'

/** Says in the platform's row whether super admins need a second factor: in production only, so that a new developer just logs in. */
export const requireOfSuperAdmins = (client: pg.Client, isRequired: boolean) =>
  client.query('update tenants set requires_second_factor = $1 where id = 0 and requires_second_factor <> $1', [isRequired])
