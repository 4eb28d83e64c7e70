// Creates the template of every test database. Runs once before the tests.
import pg from 'pg'
import { migrate } from './migrate.ts'
import { secret, template, testServer } from './testing.ts'

const client = new pg.Client({ connectionString: testServer('postgres') })
await client.connect()
await client.query(`drop database if exists ${template} with (force)`)
await client.query(`create database ${template}`)
await client.end()
await migrate(testServer(template), { key: secret })
