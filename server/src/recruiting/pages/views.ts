// The pages of openings. Each is plain HTML that works without scripts.
import { plainText } from 'contract/plain-text'
import { createElement as h, type ReactNode } from 'react'
import { type Form, form, problemSummary } from './form.ts'
import type { Brand, JobsPage } from './frame.ts'
import { markdown } from './markdown.ts'
import { posting } from './posting.ts'
import type { ListedOpening, PublishedOpening } from './published.ts'

export const pathOf = (opening_id: number) => `/jobs/${opening_id}`

/** A search engine shows about as many characters. */
const longestExcerpt = 155

export function listPage(brand: Brand, openings: readonly ListedOpening[]): JobsPage {
  const rows = openings.map((opening) =>
    h(
      'li',
      { key: opening.id },
      h('h2', null, h('a', { href: pathOf(opening.id), dir: 'auto' }, opening.title)),
      h('p', { className: 'facts' }, factsOf(opening)),
    ),
  )
  return {
    status: 200,
    title: 'Job openings',
    description: excerptOf(`${brand.name} is hiring: ${openings.map(({ title }) => title).join(', ')}.`),
    path: '/jobs',
    isIndexed: true,
    content: [h('h1', { key: 1 }, 'Job openings'), h('ul', { key: 2, className: 'openings' }, rows)],
  }
}

/** An opening and the form, with what is wrong with it if it has been sent. */
export async function openingPage(brand: Brand, opening: PublishedOpening, sent: Form): Promise<JobsPage> {
  const { title, description } = opening
  const isWrong = Object.keys(sent.problems).length > 0
  const about = description && h('div', { className: 'description', key: 'about' }, markdown(description))
  return {
    status: isWrong ? 400 : 200,
    title: isWrong ? `Error: ${title}` : title,
    description: excerptOf(plainText(description)) || `${title}, ${factsOf(opening)}`,
    path: pathOf(opening.id),
    isIndexed: !isWrong,
    content: [
      !isWrong && (await posting(opening, brand)),
      isWrong && problemSummary(sent),
      h('p', { key: 'back', className: 'back' }, h('a', { href: '/jobs' }, 'All job openings')),
      h('h1', { key: 'title', dir: 'auto' }, title),
      h('p', { key: 'facts', className: 'facts' }, factsOf(opening)),
      // Who has filled in the form has read it.
      isWrong && about ? h('details', { key: 'folded' }, h('summary', null, 'About the job'), about) : about,
      h(
        'section',
        { key: 'apply', id: 'apply', className: 'apply', 'aria-labelledby': 'apply-title' },
        h('h2', { id: 'apply-title' }, 'Apply'),
        form(sent),
      ),
    ],
  }
}

export const thanksPage = (opening_id: number, title: string): JobsPage => ({
  status: 200,
  title: 'Thank you',
  path: `${pathOf(opening_id)}/thanks`,
  content: [
    h('h1', { key: 1 }, 'Thank you'),
    h(
      'p',
      { key: 2, className: 'lead' },
      `Your application for “${title}” has arrived. You will get an e-mail that confirms it.`,
    ),
    h('p', { key: 3, className: 'back' }, h('a', { href: '/jobs' }, 'All job openings')),
  ],
})

/** The same form has come again, after somebody has begun to read it. */
export const appliedPage = (opening_id: number, title: string, company: string): JobsPage => ({
  status: 409,
  title: 'You have applied already',
  path: pathOf(opening_id),
  content: [
    h('h1', { key: 1 }, 'You have applied already'),
    h(
      'p',
      { key: 2, className: 'lead' },
      `${company} has begun to read your application for “${title}”, so it can’t be changed any more. What you have just sent was not stored. Tell them about it when they write to you.`,
    ),
    h('p', { key: 3, className: 'back' }, h('a', { href: '/jobs' }, 'All job openings')),
  ],
})

/** Tells no draft from a closed opening, and neither from one that never was. */
export const notFoundPage = (path: string, { hasOthers }: { hasOthers: boolean }): JobsPage => ({
  status: 404,
  title: 'Not found',
  path,
  content: [
    h('h1', { key: 1 }, hasOthers ? 'This job opening can’t be found' : 'There are no job openings'),
    h(
      'p',
      { key: 2, className: 'lead' },
      hasOthers ? 'It may have been closed, or the address is wrong.' : 'Nobody can apply here at the moment.',
    ),
    hasOthers
      ? h('a', { key: 3, className: 'button', href: '/jobs' }, 'See the job openings')
      : h('a', { key: 3, className: 'button', href: '/' }, 'Go to the workspace'),
  ],
})

/** What went wrong, and what to do, in words. `back` is the page to return to. */
export function refusalPage(status: number, { title, text }: { title: string; text: ReactNode }, back: string): JobsPage {
  return {
    status,
    title,
    path: back,
    content: [
      h('h1', { key: 1 }, title),
      h('p', { key: 2, className: 'lead' }, text),
      h('a', { key: 3, className: 'button', href: back }, 'Go back'),
    ],
  }
}

/** Department, place, and the last day. */
const factsOf = ({ department, location, closes_on }: ListedOpening) =>
  [department, location, closes_on && `Apply until ${dayInWords(closes_on)}`].filter(Boolean).join(' · ')

const dayInWords = (day: string) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** The first words of a text. */
function excerptOf(text: string) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= longestExcerpt) return line
  const start = line.slice(0, longestExcerpt)
  return `${start.slice(0, start.lastIndexOf(' ') > 100 ? start.lastIndexOf(' ') : longestExcerpt).toWellFormed()}…`
}
