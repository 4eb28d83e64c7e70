import { renderToStaticMarkup } from 'react-dom/server'
import { Document } from './Document.tsx'
import { JobsDocument } from './JobsDocument.tsx'
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

/** The names under which the server knows the plain HTML pages. */
export type PageName = keyof typeof pages | 'jobs'

/** Renders a page as an HTML document. The server replaces what its `filledIn` names and, per response, `__NONCE__`. */
export const render = (name: PageName) =>
  `<!doctype html>${renderToStaticMarkup(name === 'jobs' ? <JobsDocument /> : documentOf(name))}`

function documentOf(name: keyof typeof pages) {
  const { Content, ...head } = pages[name]
  return (
    <Document {...head}>
      <Content />
    </Document>
  )
}
