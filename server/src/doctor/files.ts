// Checks of what files need: the store, and ClamAV if there is one.
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { scannerAt } from '../kit/files/scanner.ts'
import { keyOf, openStore } from '../kit/files/store.ts'
import type { Check } from './checks.ts'

export const fileChecks = (config: Config): Check[] => [
  {
    name: 'File store',
    remedy: config.files.bucket
      ? 'Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys, which need the rights to list, read, write and delete objects.'
      : 'Let the server’s account write to the folder files in DATA_DIR.',
    look: () => fileStore(config),
  },
  {
    name: 'Malware',
    remedy: 'Check CLAMAV_URL, and that clamd listens there (TCPSocket) and has loaded its signatures.',
    look: () => malware(config),
  },
]

/** Writes, reads and removes an object of no workspace. */
async function fileStore(config: Config) {
  const store = await openStore(config)
  const key = keyOf(0, randomUUID())
  await store.put(key, [Buffer.from(key)], key.length)
  const read = await text(await store.get(key))
  await store.remove([key])
  if (read !== key) throw new Error('What was written is not what was read.')
  return config.files.bucket ? `The bucket ${config.files.bucket.name} takes files.` : 'The folder takes files.'
}

async function malware({ files }: Config) {
  const scan = scannerAt(files.clamav_url)
  if (!scan) return 'Files are not scanned: CLAMAV_URL is not set.'
  const found = await scan(
    (async function* () {
      yield Buffer.from('harmless')
    })(),
  )
  if (found !== null) throw new Error(`ClamAV takes a harmless file for ${found}.`)
  return 'ClamAV examines files.'
}
