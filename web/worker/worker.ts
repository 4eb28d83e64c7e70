// The service worker. It keeps the app's own files, so that the app opens without a connection. It keeps nothing that the API answers.
import { PrecacheController } from 'workbox-precaching'
import type { Precache } from '../service-worker.ts'

declare const self: ServiceWorkerGlobalScope

/** The build writes the list of the release's files here. */
const { release, entry, files } = JSON.parse('__PRECACHE__') as Precache

const cachePrefix = 'atrium-files '
/** This release and the one before, whose pages may still be open and load more of their files. */
const keptReleases = 2
/** Milliseconds after which a page opens with the files on the device, if the server has not answered. */
const patience = 3000
/** The pages of openings are no part of the app. */
const isOfJobs = (pathname: string) => /^\/jobs(\/|$)/.test(pathname)
/** The app's document, which is the same for every address of a workspace but for its preload links. */
const shell = '/'

const precache = new PrecacheController({
  cacheName: cachePrefix + release,
  fallbackToNetwork: false,
  plugins: [
    {
      // While servers are being replaced, one of another release may answer. The installation then fails, and is tried again later.
      async cacheWillUpdate({ request, response }) {
        if (response.status !== 200) return null
        const isShell = new URL(request.url).pathname === shell
        return isShell && !(await response.clone().text()).includes(entry) ? null : response
      },
    },
  ],
})
precache.addToCacheList(files)

type Route = { condition: { urlPattern: { pathname: string } }; source: 'network' | 'cache' }
/** Routes that the browser follows without waking the service worker, where it can. */
type StaticRouter = { addRoutes?: (routes: Route[]) => Promise<void> }

self.addEventListener('install', (event) => {
  const { addRoutes } = event as StaticRouter
  const routes: Route[] = [
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/jobs{/*}?' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'cache' },
  ]
  event.waitUntil(
    Promise.all([precache.install(event), addRoutes?.call(event, routes).catch(() => undefined)]).then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldReleases(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api/') || isOfJobs(pathname)) return
  if (mode === 'navigate') event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(openAsset(event.request))
  else if (precache.getCacheKeyForURL(url)) event.respondWith(openFile(event.request))
})

/** The document of the server, so that a new release takes over at once; without an answer, that of the release on the device. */
async function openPage(event: FetchEvent) {
  const answer = Promise.resolve<Response | undefined>(event.preloadResponse).then(
    (preloaded) => preloaded ?? fetch(event.request),
  )
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  // If it is late, nobody waits for it any more.
  answer.catch(() => undefined)
  const inTime = await Promise.race([answer, late]).catch(() => undefined)
  if (inTime && !isFromGateway(inTime)) return inTime
  return (await precache.matchPrecache(shell)) ?? answer
}

/** A proxy answers so while the server behind it is away. */
const isFromGateway = ({ status }: Response) => status >= 502 && status <= 504

/** A file whose name has a hash of its content: it never changes. An earlier release's page finds its files, too. */
const openAsset = async (request: Request) => (await caches.match(request)) ?? fetch(request)

/** A file whose content changes with the release. */
async function openFile(request: Request) {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await precache.matchPrecache(request)
    if (!kept) throw error
    return kept
  }
}

async function deleteOldReleases() {
  // The browser lists caches in the order of their creation.
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  await Promise.all(names.slice(0, -keptReleases).map((name) => caches.delete(name)))
}
