import { pictureBytes, pictureProblems, pictureTypes } from 'contract'

export const acceptedTypes = pictureTypes.join(',')

/** Why a file can't be a picture, as far as the browser can tell. */
export function problemOfFile({ size, type }: Pick<File, 'size' | 'type'>) {
  if (!pictureTypes.some((accepted) => accepted === type)) return pictureProblems.unreadable
  return size > pictureBytes ? pictureProblems.tooLarge : undefined
}

/** The first picture among what was dropped or pasted. */
export const pictureIn = (files: FileList | undefined) =>
  [...(files ?? [])].find(({ type }) => type.startsWith('image/')) ?? files?.[0]

/** A file as an address that the page's security policy allows. */
export const dataUrl = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

/** Resolves once the browser can draw the image at this address, or knows that it can't. */
export function drawable(address: string) {
  const image = new Image()
  image.src = address
  return image.decode().catch(() => undefined)
}
