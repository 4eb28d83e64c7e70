/** The sign and the beginning of a name, key or title that end at the caret. `from` is the index of the sign. */
export type Trigger = { sign: '@' | '#'; q: string; from: number }

/** Characters. Nobody types a longer title to choose it. */
const longest = 40
const sign = /(?<![\p{L}\p{N}_&/#@])([@#])(?!\s)([^\n@#]*)$/u

/** What somebody is about to mention at the caret; undefined if nothing. `# ` is a heading, and nothing is mentioned in code. */
export function triggerAt(text: string, caret: number): Trigger | undefined {
  const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const [, typed, q = ''] = sign.exec(line.slice(-longest - 1)) ?? []
  if ((typed !== '@' && typed !== '#') || isInCode(text, caret)) return undefined
  return { sign: typed, q, from: caret - q.length - 1 }
}

/** Whether a block of code between fences, or code between backticks, is open at the index. */
function isInCode(text: string, index: number) {
  const lines = text.slice(0, index).split('\n')
  const isFence = (line: string) => /^\s{0,3}(```|~~~)/.test(line)
  const line = lines.pop() ?? ''
  return lines.filter(isFence).length % 2 === 1 || line.split('`').length % 2 === 0
}
