import { renderToStaticMarkup } from 'react-dom/server'
import { Document } from './Document.tsx'
import { Landing } from './Landing.tsx'
import { Privacy } from './Privacy.tsx'
import { Support } from './Support.tsx'
import { Terms } from './Terms.tsx'

const pages = {
  landing: {
    path: '/',
    title: 'Atrium: one workspace for your people, projects and tasks',
    description:
      'Plan projects, hand out tasks on a board and see who has what. Each organisation gets a workspace of its own. 30-day free trial, no credit card required.',
    Content: Landing,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy · Atrium',
    description: 'What Atrium stores about you, why, for how long, and who can see it.',
    Content: Privacy,
  },
  terms: {
    path: '/terms',
    title: 'Terms of service · Atrium',
    description: 'The terms on which organisations and their people use Atrium.',
    Content: Terms,
  },
  support: {
    path: '/support',
    title: 'Support · Atrium',
    description: 'How to reach us, and what to do when you cannot get into your workspace.',
    Content: Support,
  },
}

/** The pages that are plain HTML, by the names that the server knows them by. */
export type PageName = keyof typeof pages

/** A page as one HTML document. The server fills in `__ORIGIN__`, `__HOSTNAME__` and each answer's `__NONCE__`. */
export function render(name: PageName) {
  const { Content, ...head } = pages[name]
  return `<!doctype html>${renderToStaticMarkup(
    <Document {...head}>
      <Content />
    </Document>,
  )}`
}
