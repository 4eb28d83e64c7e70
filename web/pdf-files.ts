import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const library = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8')) as { version: string }
const folder = `assets/pdf-${version}`

/** Character maps for Asian fonts, the standard fonts, decoders of images, a colour profile, and their licences. */
const names = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
  .flatMap((kind) => readdirSync(path.join(library, kind)).map((name) => `${kind}/${name}`))
  .concat('LICENSE')
  // It runs scripts of PDFs, which the app does not.
  .filter((name) => !/quickjs/i.test(name))

/** Serves the files that PDF.js fetches by their names, at an address that has its version. */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  generateBundle() {
    for (const name of names)
      this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: readFileSync(path.join(library, name)) })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${folder}`, ({ url = '' }, response, next) => {
      const name = names.find((one) => url === `/${one}`)
      if (!name) return next()
      if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
      response.end(readFileSync(path.join(library, name)))
    })
  },
})
