import { becomeNode, ensureInstalled } from './setup.js'

ensureInstalled()
becomeNode(process.argv.slice(2))
