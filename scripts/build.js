import { ensureBuilt, ensureInstalled } from './setup.js'

ensureInstalled()
ensureBuilt()
