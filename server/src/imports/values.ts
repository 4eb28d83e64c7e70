// Numbers and words of other tools, and what they mean here.
import { hoursProblems, type Priority } from 'contract'
import { keyOfName } from '../people/people-list.ts'
import { readDate } from './dates.ts'
import { readStatus } from './statuses.ts'

const yes = new Set(
  'true yes y x 1 ok on checked ja wahr oui vrai si verdadero sim vero da да ✓ ✔ ✔️ ☑ ☑️ ✅ 是 はい 예'.split(' ').map(keyOfName),
)
const no = new Set(
  'false no n 0 off none null unchecked nein falsch non faux falso nao not нет - – — ✗ ✘ ❌ ☐ 否 いいえ'
    .split(' ')
    .map(keyOfName),
)

/** Of a column that says when work was finished, or whether it is: a date, true or false; undefined for what says nothing. */
export function readFinished(text: string): 'date' | boolean | undefined {
  const word = keyOfName(text)
  if (word === '' || no.has(word)) return false
  if (yes.has(word)) return true
  if (readDate(text, { order: null, timezone: 'UTC' }) !== undefined) return 'date'
  const status = /\d/.test(text) ? undefined : readStatus(text)
  return status && status === 'done'
}

/** In every language, what is resolved has a resolution. */
export const isResolution = (text: string) => readFinished(text) !== false && (readStatus(text) ?? 'done') === 'done'

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

/** The units of time that tools write, by the hours in each. Months and points are none: how many hours they have is anybody's guess. */
const unitNames: readonly [hours: number, names: string][] = [
  [
    40,
    'w wk wks week weeks woche wochen wo semaine semaines sem semana semanas settimana settimane vecka veckor uge uger uke uker tydzien tygodnie неделя недели недель нед 週間 週 周',
  ],
  [
    8,
    'd day days tag tage tagen jour jours j dia dias giorno giorni dag dagen dagar dage dager dzien dni день дня дней дн 日 日間 天',
  ],
  [
    1,
    'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore u uur uren timme timmar tim time timer godz godzina godziny godzin ч час часа часов 時間 小时 小時 시간',
  ],
  [
    1 / 60,
    'm min mins minute minutes minuten minuto minutos minuti minuut minuter minutter minuta minuty minut мин минута минуты минут 分 分钟 分鐘 분',
  ],
  [1 / 3600, 's sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi сек 秒 초'],
]
const perUnit = new Map(unitNames.flatMap(([hours, names]) => names.split(' ').map((name) => [keyOfName(name), hours] as const)))

/** Hours: “1.5”, “1,5 h”, “1:30”, “2d 4h 30m”, “2 Stunden”, PT2H30M. Null for an empty text, undefined for one that is no time. */
export function readHours(written: string): number | null | undefined {
  // Project marks an estimate that is unsure by a question mark.
  const text = keyOfName(written).replace(/\?$/, '')
  if (!text) return null
  const [, h, m, s] = /^(\d+)[:h]([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  const [, plain] = /^(\d+(?:[.,]\d+)?)$/.exec(text) ?? []
  const hours =
    h && m ? Number(h) + Number(m) / 60 + Number(s ?? 0) / 3600 : plain ? numberIn(plain) : (isoHours(text) ?? unitsIn(text))
  if (hours === undefined) return undefined
  const rounded = Math.round(hours * 10) / 10
  return hoursProblems(rounded).length ? undefined : rounded
}

/** Undefined for “1,000”, which is one or a thousand. */
const numberIn = (text: string) => (/^[1-9]\d{0,2},\d{3}$/.test(text) ? undefined : Number(text.replace(',', '.')))

/** A duration of ISO 8601 without months and years. */
function isoHours(text: string) {
  const [whole, w = 0, d = 0, h = 0, m = 0, s = 0] =
    /^p(?:(\d+(?:[.,]\d+)?)w)?(?:(\d+(?:[.,]\d+)?)d)?(?:t(?:(\d+(?:[.,]\d+)?)h)?(?:(\d+(?:[.,]\d+)?)m)?(?:(\d+(?:[.,]\d+)?)s)?)?$/.exec(
      text,
    ) ?? []
  if (!whole || !/\d/.test(whole)) return undefined
  const [weeks, days, hours, minutes, seconds] = [w, d, h, m, s].map((each) => Number(String(each).replace(',', '.')))
  return (weeks ?? 0) * 40 + (days ?? 0) * 8 + (hours ?? 0) + (minutes ?? 0) / 60 + (seconds ?? 0) / 3600
}

const amount = /^(\d+(?:[.,]\d+)?) ?(\p{L}+)\.?(?: ?(?:,|and|und|et|y|e|en|och|og) ?| ?)(?=\d|$)/u

function unitsIn(text: string) {
  let sum = 0
  for (let rest = text; rest; ) {
    const [found = '', number = '', name = ''] = amount.exec(rest) ?? []
    const [count, hours] = [numberIn(number), perUnit.get(name)]
    if (!found || count === undefined || hours === undefined) return undefined
    sum += count * hours
    rest = rest.slice(found.length)
  }
  return sum
}
