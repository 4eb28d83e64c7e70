/// <reference types="vitest/config" />
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkGroups } from './chunks.ts'
import { contractSchemas, schemaMakers } from './contract-schemas.ts'
import { firstFiles } from './first-files.ts'
import { landingEntries, landingPages } from './landing-pages.ts'
import { markedLexer } from './marked-lexer.ts'
import { pdfFiles } from './pdf-files.ts'
import { serviceWorker, workerEntry } from './service-worker.ts'

const compressible = /\.(m?js|css|svg|ttf|wasm)$/
/** The files for PDFs are half of all bytes, and the highest level takes 20 times as long to make them 9 % smaller. Few people load them. */
const rare = /^pdf/
const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }

/** Writes each asset also as .br and .gz, so that the server need not compress responses. Threads use all cores. */
const compressed = () => ({
  name: 'compressed',
  apply: 'build' as const,
  async closeBundle() {
    const assets = path.join(import.meta.dirname, 'dist/assets')
    const files = readdirSync(assets, { encoding: 'utf8', recursive: true }).filter((name) => compressible.test(name))
    await Promise.all(
      files.map(async (name) => {
        const file = path.join(assets, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, rare.test(name) ? fast : {}))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
    )
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), landingPages(), contractSchemas(), markedLexer(), pdfFiles(), firstFiles(), serviceWorker(), compressed()],
  resolve: { alias: { zod: `${import.meta.dirname}/src/api/zod.ts` } },
  // The server replaces it with the nonce of each response.
  html: { cspNonce: '__NONCE__' },
  // `assetsInlineLimit: 0` avoids data: URLs, which the Content-Security-Policy refuses.
  build: {
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    assetsInlineLimit: 0,
    // All of these browsers support module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { manualPureFunctions: schemaMakers },
      // Reads only the modules that are used of packages such as that of the icons, which has 6,000.
      experimental: { lazyBarrel: true },
      input: [path.join(import.meta.dirname, 'index.html'), ...landingEntries, workerEntry],
      output: {
        codeSplitting: { groups: chunkGroups },
        // A browser finds a new release by the same address.
        entryFileNames: ({ facadeModuleId }) => (facadeModuleId === workerEntry ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
    setupFiles: ['src/testing.ts'],
    // Creating a document and loading the libraries per file took four fifths of the time. Each test restores what it changes.
    pool: 'threads',
    isolate: false,
    // All cores: vitest leaves one out, which is half of two. The threads take the next file each, the longest first.
    maxWorkers: '100%',
    // Limits for tests that hang. A busy machine must not reach them.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
