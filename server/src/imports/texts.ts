// Texts of other tools, cleaned so that they keep the rules of our own forms.
import { taskRules } from 'contract'

/** Removes what PostgreSQL can't store, control characters, and marks that turn the direction of the text around them. */
const storable = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu, '')

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
  const line = storable(written)
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(/[\u061c\u200e\u200f]/g, '')
  const { text, isWhole } = cut(taskRules.title.clean(line), taskRules.title.max[0])
  return { text: taskRules.title.problems(text).length ? '' : text, isWhole }
}

export const descriptionOf = (written: string) => cut(storable(written).trim(), taskRules.description.max[0])

const longestComment = 5000
export const commentTextOf = (written: string) => cut(storable(written).trim(), longestComment)
