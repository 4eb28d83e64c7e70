import { jobsTokens } from './tokens.ts'

const font = '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
/** Keeps the build from resolving an address as a file. */
const viteIgnore = { 'vite-ignore': '' }

/**
 * The frame of a workspace's pages of openings, which need no scripts. The server replaces `__TITLE__`, `__DESCRIPTION__`, `__ADDRESS__`,
 * `__ROBOTS__`, `__ACCENT__`, `__WORKSPACE__`, `__HOME__` and `__CONTENT__` in each response.
 */
export const JobsDocument = () => (
  <html lang="en" data-accent="__ACCENT__">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>__TITLE__</title>
      <meta name="description" content="__DESCRIPTION__" />
      <meta name="robots" content="__ROBOTS__" />
      <link rel="canonical" href="__ADDRESS__" {...viteIgnore} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="__WORKSPACE__" />
      <meta property="og:title" content="__TITLE__" />
      <meta property="og:description" content="__DESCRIPTION__" />
      <meta property="og:url" content="__ADDRESS__" />
      <meta name="twitter:card" content="summary" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" {...viteIgnore} />
      <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
      <style nonce="__NONCE__">{jobsTokens}</style>
      <link rel="stylesheet" href="/src/landing/styles/jobs.css" />
    </head>
    <body>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <header className="top">
        <div className="inner">
          <a className="home" href="__HOME__">
            <span className="logo">__WORKSPACE__</span>
          </a>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="jobs inner">
        __CONTENT__
      </main>
      <footer className="bottom">
        <div className="inner">
          <p className="note">
            Made with <a href="__ORIGIN__/">Atrium</a>
          </p>
          <nav aria-label="Footer">
            <ul>
              <li>
                <a href="__ORIGIN__/privacy">Privacy</a>
              </li>
            </ul>
          </nav>
        </div>
      </footer>
    </body>
  </html>
)
