// Where the parts of an upload are kept until all of them are there.
import { partBytes } from 'contract'
import { keyOf } from '../kit/files/store.ts'

/** The part of an upload that begins at this byte. */
export const keyOfPart = (tenant_id: number, upload_id: number, offset: number) => keyOf(tenant_id, `part-${upload_id}-${offset}`)

/** All parts of an upload, in their order. */
export const partsOf = (tenant_id: number, { id, size }: { id: number; size: number }) =>
  Array.from({ length: Math.ceil(size / partBytes) }, (_, n) => keyOfPart(tenant_id, id, n * partBytes))
