// Texts of other tools, cleaned so that they keep the rules of our own forms.
import { proseOf, taskRules } from 'contract'

/** Without what PostgreSQL can't store. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

/** Whether nothing was cut off. */
type Cut = { text: string; isWhole: boolean }

function cut(text: string, most: number): Cut {
  // Most texts are short, and counting code points takes memory.
  if (text.length <= most) return { text, isWhole: true }
  const characters = [...text]
  if (characters.length <= most) return { text, isWhole: true }
  return { text: `${characters.slice(0, most - 1).join('')}…`, isWhole: false }
}

/** One line. Empty if there is nothing visible in it. */
export function titleOf(written: string): Cut {
  const { text, isWhole } = cut(taskRules.title.clean(storable(written)), taskRules.title.max[0])
  return { text: taskRules.title.problems(text).length ? '' : text, isWhole }
}

export const descriptionOf = (written: string) => cut(proseOf(storable(written)), taskRules.description.max[0])

const longestComment = 5000
export const commentTextOf = (written: string) => cut(proseOf(storable(written)), longestComment)
