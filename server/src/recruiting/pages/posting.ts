// An opening as search engines read it: https://schema.org/JobPosting
import { createElement as h, type ReactNode } from 'react'
import type { Brand } from './frame.ts'
import { markdown } from './markdown.ts'
import type { PublishedOpening } from './published.ts'

/** A block of data. It is no script, so the policy of the page has no say in it. */
export async function posting(opening: PublishedOpening, brand: Brand): Promise<ReactNode> {
  const { renderToStaticMarkup } = await import('react-dom/server')
  const { title, description, created_at, closes_on } = opening
  const described = {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title,
    description: description ? renderToStaticMarkup(markdown(description)) : title,
    url: `${brand.origin}/jobs/${opening.id}`,
    datePosted: created_at.slice(0, 10),
    ...(closes_on && { validThrough: `${closes_on}T23:59:59` }),
    hiringOrganization: { '@type': 'Organization', name: brand.name, sameAs: `${brand.origin}/jobs` },
    ...(opening.location && { jobLocation: placeOf(opening) }),
    directApply: true,
  }
  return h('script', { key: 'posting', type: 'application/ld+json' }, JSON.stringify(described).replaceAll('<', '\\u003c'))
}

const placeOf = ({ location, country }: PublishedOpening) => ({
  '@type': 'Place',
  address: { '@type': 'PostalAddress', addressLocality: location, ...(country && { addressCountry: country }) },
})
