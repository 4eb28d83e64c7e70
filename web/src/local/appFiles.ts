// The app's own files, which the service worker (web/worker) keeps on the device.

/** As in web/worker. */
const cachePrefix = 'atrium-files '
/** Milliseconds between two looks for a new release. */
const checkInterval = 60_000

let registering: Promise<ServiceWorkerRegistration | undefined> | undefined
let checkedAt = 0
let isOutdated = false

/** Keeps the files of this release on the device. Browsers do that in a secure context only. */
export function keepAppFiles() {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src
  // The development server has no service worker.
  if (!('serviceWorker' in navigator) || !entry?.includes('/assets/')) return
  checkedAt = Date.now()
  registering ??= register(entry).catch(() => undefined)
}

/** Whether the device has the files of a newer release than the one that this tab runs. */
export const hasNewRelease = () => isOutdated

/** Looks for a new release, for when the server may have been replaced. */
export async function findNewRelease() {
  if (!registering || Date.now() - checkedAt < checkInterval) return
  checkedAt = Date.now()
  await (await registering)?.update().catch(() => undefined)
}

async function register(entry: string) {
  const registration = await navigator.serviceWorker.register('/sw.js')
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') void compare(entry)
    })
  })
  return registration
}

/** Compares this tab's release with the newest one on the device. */
async function compare(entry: string) {
  const newest = (await caches.keys()).filter((name) => name.startsWith(cachePrefix)).at(-1)
  if (newest !== undefined) isOutdated = (await (await caches.open(newest)).match(entry)) === undefined
}
