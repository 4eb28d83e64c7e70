// Refusals in words, for people who have a page before them.
import { cvBytes, inWords } from 'contract'
import type { Refusal } from '../../kit/errors.ts'

type Words = { title: string; text: string }

const fullLater = 'Nothing has been stored. Please try again later.'
const byStatus: Record<number, Words> = {
  400: { title: 'This could not be read', text: 'The form has not arrived as a whole. Go back, and send it again.' },
  403: { title: 'This form can’t be sent from here', text: 'Open the page of the opening, and send the form there.' },
  408: { title: 'This took too long', text: 'Your application has not been sent. Please try again with a better connection.' },
  413: {
    title: 'Your file is too large',
    text: `A CV has at most ${inWords(cvBytes)}. Your application has not been sent. Go back, choose a smaller file, and send it again.`,
  },
  503: {
    title: 'Please try again in a moment',
    text: 'We are busy, and have not taken anything. What you sent has not been stored.',
  },
  500: { title: 'Something went wrong', text: 'This is our fault. Please try again later.' },
}

export function wordsOf({ status, headers }: Refusal): Words {
  const seconds = Number(headers['retry-after'] ?? 0)
  if (status === 429)
    return { title: 'Too many requests', text: `Nothing has been stored. Please try again in ${inTime(seconds)}.` }
  if (status === 503 && seconds >= 60) return { title: 'No applications can be taken at the moment', text: fullLater }
  return byStatus[status] ?? { title: 'This is not possible', text: 'Please try again later.' }
}

const inTime = (seconds: number) => {
  if (seconds < 90) return 'a minute'
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

/** A page without styles, because refusing a flood has to cost little. */
export const shortPage = ({ title, text }: Words) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
