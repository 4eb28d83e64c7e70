import bowser from 'bowser'

/** A browser's description of itself in words, such as `Firefox on Windows`. */
export function browserInWords(agent: string | null) {
  if (agent === null) return null
  const { browser, os } = agent ? bowser.parse(agent) : {}
  if (!browser?.name) return 'Unknown browser'
  return os?.name ? `${browser.name} on ${os.name}` : browser.name
}
