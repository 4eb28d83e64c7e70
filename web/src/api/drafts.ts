import { storage, typedPrefix } from './storage.ts'

/** Text that somebody has typed and not sent, by a key that names the person. It survives a reload, but not a log-out. */
export const draftOf = (key: string) => storage.read(`${typedPrefix}${key}`) ?? ''

/** Forgets it if there is no text. */
export function keepDraft(key: string, text: string) {
  if (text) storage.write(`${typedPrefix}${key}`, text)
  else storage.remove(`${typedPrefix}${key}`)
}
