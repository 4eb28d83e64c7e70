import { becomeNode, ensureInstalled } from './setup.js'

// The commands of the server need nothing of the tests. `check.ts` installs the rest itself.
ensureInstalled({ dev: false })
becomeNode(process.argv.slice(2))
