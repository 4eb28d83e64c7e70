import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'

type Renderer = typeof import('./src/landing/render.tsx')

const root = import.meta.dirname
const names = ['landing', 'privacy', 'terms', 'support', 'jobs'] as const

/** The build entries of the plain HTML pages. The files don't exist: `landingPages` renders them. */
export const landingEntries = names.map((name) => path.join(root, `${name}.html`))

/** Renders the landing page and its companions at build time, so that they need no scripts. */
export const landingPages = (): Plugin => ({
  name: 'landing-pages',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (landingEntries.includes(id) ? id : null),
  async load(id) {
    const name = names[landingEntries.indexOf(id)]
    if (!name) return null
    const { module } = await runnerImport<Renderer>(path.join(root, 'src/landing/render.tsx'))
    return module.render(name)
  },
})
