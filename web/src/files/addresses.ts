import type { WorkFile } from 'contract'

type File = Pick<WorkFile, 'id'>

/** The address of a file's bytes, always to be saved. */
export const contentOf = ({ id }: File) => `/api/files/${id}/content/`
/** The address of an image's preview. Files of other types have none. */
export const previewOf = ({ id }: File, size: 'small' | 'large') => `/api/files/${id}/preview/?size=${size}`

export const isPdf = ({ type }: Pick<WorkFile, 'type'>) => type === 'application/pdf'

/** Whether the viewer can show it. */
export const isViewable = (file: Pick<WorkFile, 'type' | 'preview'>) => file.preview !== null || isPdf(file)
