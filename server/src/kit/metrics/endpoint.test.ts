// Who may read the figures.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { freePort } from '../../testing/free-port.ts'
import { serveMetrics } from './endpoint.ts'

const port = await freePort()
const stop = await serveMetrics({ port, host: '127.0.0.1', names: ['figures.example.org'], token: null }, async () => [])
after(stop)

async function statusFor(host: string, method = 'GET') {
  const sent = request({ port, host: '127.0.0.1', path: '/metrics', method, headers: { host } }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  return response.statusCode
}

test('figures are read by addresses and by names that are this server’s, and by no page of a stranger’s domain', async () => {
  const own = ['localhost', 'a.localhost', '127.0.0.1', `127.0.0.1:${port}`, '[::1]:9464', '10.0.0.5:9464', 'atrium:9464']
  for (const host of [...own, 'LOCALHOST', 'figures.example.org', 'Figures.Example.org:9464'])
    assert.equal(await statusFor(host), 200, host)
  const strange = ['evil.test', 'evil.test:9464', 'localhost.evil.test', '127.0.0.1.nip.io', 'figures.example.org.evil.test']
  for (const host of [...strange, 'evil.test@127.0.0.1', 'a b', '[::1].evil.test']) assert.equal(await statusFor(host), 400, host)
  assert.equal(await statusFor('localhost', 'HEAD'), 200)
})
