import { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Bucket } from '../../config.ts'
import { type FileStore, NoObject } from './store.ts'

/** As many as S3 takes in one request. */
const removedAtOnce = 1000

const nothing = () => undefined
/** The client would otherwise write to the console. */
const quiet = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Keeps objects in a bucket, which has to exist. */
export function bucketStore({ name, endpoint, region, access_key_id, secret_access_key }: Bucket): FileStore {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: access_key_id, secretAccessKey: secret_access_key },
    requestHandler: { connectionTimeout: 5000, requestTimeout: 60_000 },
    logger: quiet,
    // Not every store knows the checksums that the client would add by itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const Bucket = name
  return {
    async put(Key, bytes, ContentLength) {
      // The client waits for ever for bytes whose source has failed.
      const failing = new AbortController()
      const Body = Readable.from(bytes).once('error', (error) => failing.abort(error))
      const { signal: abortSignal } = failing
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }), { abortSignal }).catch((error) => {
        throw abortSignal.aborted ? abortSignal.reason : error
      })
    },

    async get(Key) {
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch((error) => {
        throw error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 ? new NoObject(Key) : error
      })
      return found.Body as Readable
    },

    async remove(keys) {
      for (let done = 0; done < keys.length; done += removedAtOnce) {
        const Objects = keys.slice(done, done + removedAtOnce).map((Key) => ({ Key }))
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      }
    },

    async *list(Prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        for (const { Key, LastModified } of Contents) if (Key && LastModified) yield { key: Key, written_at: LastModified }
    },
  }
}
