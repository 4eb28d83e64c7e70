import '@fontsource-variable/inter/wght.css'
import './ui/theme/base.css'
import './ui/theme/library.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './App.tsx'
import { createClient } from './api/data.ts'
import { openLocalData } from './local/localData.ts'
import { isPageOf, preload } from './routes.tsx'
import { isLogoutPending } from './session/logout.ts'
import { drawAs, sessionQuery } from './session/session.ts'
import { WorkspaceTheme } from './session/WorkspaceTheme.tsx'
import { keepKeysOfInputMethods } from './ui/hooks/inputMethod.ts'

keepKeysOfInputMethods()

const client = createClient()
const { pathname } = window.location
// Reads the local data, the session and the page's code in parallel. The entry's address differs with each release.
const localPerson = openLocalData(client, import.meta.url)
const session = client.prefetchQuery(sessionQuery)
const page = preload(pathname)?.catch(() => {})

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// The dialogs' scroll lock reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: nonce })
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const isConfirmed = () => client.getQueryData(sessionQuery.queryKey) !== undefined
// A slow computer may open the local data after the server's answer. Without an answer, it is all that there is.
const person = await Promise.race([localPerson, session.then(() => (isConfirmed() ? undefined : localPerson))])
if (person && !isConfirmed() && !isLogoutPending() && isPageOf(person, pathname)) drawAs(client, person)
else await session
// React shows nothing new for 300 ms after a fallback, so the first thing that it renders is the page.
await page

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <WorkspaceTheme nonce={nonce}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </WorkspaceTheme>
    </QueryClientProvider>
  </StrictMode>,
)
