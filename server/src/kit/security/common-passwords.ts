/** The message for a common password. */
export const tooCommon = 'This password is too common.'

let list: Promise<Set<string>> | undefined

/**
 * Whether this is one of the most common passwords, ignoring case. Passwords below 8 characters are left out, because they are refused
 * for their length. The list takes 4 MB and 30 ms, so it is loaded on first use.
 */
export async function isCommon(password: string) {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(longEnough(dictionary['passwords-common'])))
  return (await list).has(password.toLowerCase())
}

const longEnough = (passwords: string[]) => passwords.filter(({ length }) => length >= 8)
