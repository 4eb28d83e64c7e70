import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { zod: `${import.meta.dirname}/src/api/zod.ts` } },
  // The server puts each answer's own nonce in its place.
  html: { cspNonce: '__NONCE__' },
  // Nothing becomes a data: address, which the Content-Security-Policy refuses.
  build: { target: 'es2023', cssTarget: ['chrome123', 'firefox121', 'safari17.5'], assetsInlineLimit: 0 },
  test: { environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], css: false, setupFiles: ['src/testing.ts'] },
})
