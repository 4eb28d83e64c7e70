// The document around each page of openings. The build has made it; what each page says of itself is filled in here.
import type { Accent } from 'contract'
import type { ReactNode } from 'react'
import { newNonce } from '../../kit/http/development-page.ts'

/** The workspace, as its public pages show it. */
export type Brand = { name: string; accent: Accent; origin: string; home: string }

export type JobsPage = {
  status: number
  title: string
  /** For search engines, and for what shows links to the page. */
  description?: string
  path: string
  isIndexed?: boolean
  content: ReactNode
}

/** Nothing on these pages runs, not even a script of ours. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The page as HTML, and the headers that belong to it. */
export async function inFrame(frame: string, brand: Brand, page: JobsPage) {
  // Imported on first use, because it takes 2 MB.
  const { renderToStaticMarkup } = await import('react-dom/server')
  const nonce = newNonce()
  const robots = page.isIndexed ? 'index, follow' : 'noindex'
  // All of them at once: what one of them says may look like another one's place.
  const values: Record<string, ReactNode> = {
    TITLE: `${page.title} · ${brand.name}`,
    DESCRIPTION: page.description ?? page.title,
    ADDRESS: brand.origin + page.path,
    ROBOTS: robots,
    ACCENT: brand.accent,
    WORKSPACE: brand.name,
    HOME: brand.home,
    CONTENT: page.content,
    NONCE: nonce,
  }
  const html = frame.replace(/__([A-Z]+)__/g, (place, name: string) =>
    Object.hasOwn(values, name) ? renderToStaticMarkup(values[name]) : place,
  )
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(nonce),
    'cache-control': 'no-cache',
    ...(!page.isIndexed && { 'x-robots-tag': 'noindex' }),
  }
  return { html, headers }
}
