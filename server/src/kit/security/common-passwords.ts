/** The message for a password that is among those that are guessed first. */
export const tooCommon = 'This password is too common.'

let list: Promise<Set<string>> | undefined

/**
 * Whether this is one of the most common passwords, whatever its case. A shorter one is refused for its length alone. The list
 * takes 4 MB and 30 ms, so it is loaded when somebody first chooses a password.
 */
export async function isCommon(password: string) {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(longEnough(dictionary['passwords-common'])))
  return (await list).has(password.toLowerCase())
}

const longEnough = (passwords: string[]) => passwords.filter(({ length }) => length >= 8)
