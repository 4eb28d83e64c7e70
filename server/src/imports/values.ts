// Words of other tools, and what they mean here.
import { hoursProblems, type Priority, type Status } from 'contract'

const finished = /\b(done|complete[d]?|closed|resolved|finished|shipped|released|live|delivered|deployed|cancell?ed|won'?t do)\b/i
const begun =
  /\b(progress|doing|started|active|review|reviewing|test(ing)?|qa|wip|develop(ing|ment)?|blocked|waiting|hold|ongoing|working)\b/i

/** The status that a list, section or status of this name stands for. */
export function guessStatus(name: string): Status {
  // “Not done”, “Not started” and “To do”.
  if (/\b(not|to[ -]?do|un\w+)\b/i.test(name)) return 'todo'
  if (finished.test(name)) return 'done'
  return begun.test(name) ? 'in_progress' : 'todo'
}

const priorityWords: Record<Priority, RegExp> = {
  high: /^(high(est)?|urgent|critical|blocker|important|asap|p[01]|1)$/i,
  medium: /^(medium|normal|major|moderate|default|none|p2|2)$/i,
  low: /^(low(est)?|minor|trivial|p[345]|3)$/i,
}

/** Undefined for a word that is not known. */
export function readPriority(text: string): Priority | undefined {
  const word = text.trim().replace(/ priority$/i, '')
  return (['high', 'medium', 'low'] as const).find((priority) => priorityWords[priority].test(word))
}

const perUnit: Record<string, number> = { w: 40, d: 8, h: 1, m: 1 / 60, s: 1 / 3600 }

/** Hours: “1.5”, “1,5 h”, “1:30”, “2d 4h 30m”. Null for an empty text, undefined for one that is no time. */
export function readHours(written: string): number | null | undefined {
  const text = written.trim().toLowerCase()
  if (!text) return null
  const [, h, m] = /^(\d+):([0-5]\d)$/.exec(text) ?? []
  const [, plain] = /^(\d+(?:[.,]\d+)?)(?: ?(?:h|hrs?|hours?))?$/.exec(text) ?? []
  const hours = h && m ? Number(h) + Number(m) / 60 : plain ? Number(plain.replace(',', '.')) : unitsIn(text)
  if (hours === undefined) return undefined
  const rounded = Math.round(hours * 10) / 10
  return hoursProblems(rounded).length ? undefined : rounded
}

const unit = String.raw`(\d+(?:\.\d+)?)\s*(w|d|h|m|s)[a-z]*`

function unitsIn(text: string) {
  if (!new RegExp(String.raw`^(?:${unit}[ ,]*)+$`).test(text)) return undefined
  return [...text.matchAll(new RegExp(unit, 'g'))].reduce((sum, [, n, u = 'h']) => sum + Number(n) * (perUnit[u] ?? 0), 0)
}
