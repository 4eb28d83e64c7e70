import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'

type Renderer = typeof import('./src/landing/render.tsx')

const root = import.meta.dirname
const names = ['landing', 'privacy', 'terms', 'support'] as const

/** Each page of plain HTML as an entry of the build. No such files exist: `landingPages` renders them. */
export const landingEntries = names.map((name) => path.join(root, `${name}.html`))

/** Renders the landing page and its companions when the app is built, so that they show without any script. */
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
