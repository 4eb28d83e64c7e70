import '@fontsource-variable/inter/wght.css'
import './ui/theme/base.css'
import './ui/theme/library.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { createClient } from './api/data.ts'
import { preload } from './routes.tsx'
import { sessionQuery } from './session/session.ts'
import { theme, variables } from './ui/theme/theme.ts'

const client = createClient()
// Fetches the session and the page's code in parallel.
void client.prefetchQuery(sessionQuery)
preload(window.location.pathname)?.catch(() => {})

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The dialogs' scroll lock reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce })
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
