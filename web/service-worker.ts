import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { filesOf } from './first-files.ts'

/** What the service worker keeps. The names of files with a `revision` say nothing about their content. */
export type Precache = { release: string; entry: string; files: { url: string; revision: string | null }[] }

export const workerEntry = path.join(import.meta.dirname, 'worker/worker.ts')
const publicFiles = ['theme.js', 'favicon.svg']
/** Few people open PDFs, and none without a connection. */
const rare = /node_modules\/pdfjs-dist\//
/** Other scripts of the typeface are rare, and large. */
const typeface = /inter-latin-wght-normal.*\.woff2$/

/** Writes the list of the app's files into the service worker. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const worker = chunks.find(({ facadeModuleId }) => facadeModuleId === workerEntry)
    const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/index.html'))
    if (!worker || !app) return this.error('The build has no service worker, or no app.')
    if (worker.imports.length) return this.error('The service worker must be one file.')
    const { scripts, styles } = filesOf([app], bundle, {
      isLazyIncluded: ({ moduleIds }) => !moduleIds.some((id) => rare.test(id)),
    })
    const assets = [...scripts, ...styles, ...Object.keys(bundle).flatMap((name) => (typeface.test(name) ? `/${name}` : []))]
    const release = hashOf([
      ...assets,
      ...publicFiles.map((file) => readFileSync(path.join(import.meta.dirname, 'public', file))),
    ])
    const precache: Precache = {
      release,
      entry: `/${app.fileName}`,
      files: [
        ...['/', ...publicFiles.map((file) => `/${file}`)].map((url) => ({ url, revision: release })),
        ...assets.map((url) => ({ url, revision: null })),
      ],
    }
    worker.code = withList(worker, precache)
  },
})

function withList({ code }: Rolldown.OutputChunk, precache: Precache) {
  const literal = /(["'`])__PRECACHE__\1/
  if (!literal.test(code)) throw new Error('The service worker has no place for the list of files.')
  return code.replace(literal, () => JSON.stringify(JSON.stringify(precache)))
}

const hashOf = (parts: (string | Buffer)[]) =>
  parts
    .reduce((hash, part) => hash.update(part).update('\n'), createHash('sha256'))
    .digest('base64url')
    .slice(0, 16)
