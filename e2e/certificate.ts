// Encodes a throw-away certificate in DER (RFC 5280), so that the tests need no other program.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  const size = Buffer.from(body.length.toString(16).padStart(body.length < 256 ? 2 : 4, '0'), 'hex')
  const length = body.length < 128 ? size : Buffer.concat([Buffer.from([0x80 + size.length]), size])
  return Buffer.concat([Buffer.from([tag]), length, body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')

const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const commonName = hex('0603550403')
const subjectAltName = hex('0603551d11')
const validity = sequence(...['240101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time))))

/** Returns a self-signed certificate for these names, and its key, both as PEM. */
export function certificateFor(...names: string[]) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(names[0] ?? '')))))
  const alternatives = sequence(...names.map((dns) => der(0x82, Buffer.from(dns))))
  const body = sequence(
    der(0xa0, hex('020102')),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, alternatives)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
