import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './chunks.ts'
import { contractSchemas, schemaMakers } from './contract-schemas.ts'
import { firstFiles } from './first-files.ts'
import { landingEntries, landingPages } from './landing-pages.ts'
import { markedLexer } from './marked-lexer.ts'
import { pdfFiles } from './pdf-files.ts'
import { serviceWorker, workerEntry } from './service-worker.ts'

const compressible = /\.(m?js|css|svg|ttf|wasm)$/

/** Writes each asset also as .br and .gz at the highest level, so that the server need not compress responses. */
const compressed = () => ({
  name: 'compressed',
  apply: 'build' as const,
  closeBundle() {
    const assets = path.join(import.meta.dirname, 'dist/assets')
    for (const file of readdirSync(assets, { encoding: 'utf8', recursive: true }).filter((name) => compressible.test(name))) {
      const content = readFileSync(path.join(assets, file))
      writeFileSync(path.join(assets, `${file}.br`), brotliCompressSync(content))
      writeFileSync(path.join(assets, `${file}.gz`), gzipSync(content, { level: 9 }))
    }
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
