import { becomeNode, ensureBuilt, ensureInstalled } from './setup.js'

ensureInstalled()
ensureBuilt()
becomeNode(['bench/bench.ts', ...process.argv.slice(2)])
