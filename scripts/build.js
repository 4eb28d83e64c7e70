import { ensureBuilt, ensureInstalled } from './setup.js'

ensureInstalled({ dev: false })
ensureBuilt()
