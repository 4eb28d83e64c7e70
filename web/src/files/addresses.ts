import type { WorkFile } from 'contract'

type File = Pick<WorkFile, 'id'>

/** A file as links and the viewer need it. */
export type ShownFile = Pick<WorkFile, 'id' | 'name' | 'type' | 'preview'> & {
  /** The address of its bytes, if it is no file of work. */
  address?: string
}

/** The address of a file's bytes, always to be saved. */
export const contentOf = ({ id, address = `/api/files/${id}/content/` }: Pick<ShownFile, 'id' | 'address'>) => address
/** The address of an image's preview. Files of other types have none. */
export const previewOf = ({ id }: File, size: 'small' | 'large') => `/api/files/${id}/preview/?size=${size}`

export const isPdf = ({ type }: Pick<WorkFile, 'type'>) => type === 'application/pdf'

/** Whether the viewer can show it. */
export const isViewable = (file: Pick<WorkFile, 'type' | 'preview'>) => file.preview !== null || isPdf(file)
