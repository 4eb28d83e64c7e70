import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { tokens } from './tokens.ts'

type Props = { path: string; title: string; description: string; children: ReactNode }

const font = '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
/** Keeps the build from resolving an address as a file. */
const viteIgnore = { 'vite-ignore': '' }

export const Document = ({ path, title, description, children }: Props) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={`__ORIGIN__${path}`} {...viteIgnore} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Atrium" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={`__ORIGIN__${path}`} />
      <meta property="og:image" content="__ORIGIN__/social.jpg" {...viteIgnore} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Atrium: the assignment board of a project" />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" {...viteIgnore} />
      <script src="/theme.js" {...viteIgnore} />
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      <style nonce="__NONCE__">{tokens}</style>
      <link rel="stylesheet" href="/src/landing/styles/all.css" />
      <script type="module" src="/src/landing/enhance.ts" />
    </head>
    <body>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header isLanding={path === '/'} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </body>
  </html>
)
