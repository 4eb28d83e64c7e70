/** Milliseconds. */
const calm = 500
const longestWait = 5000

/** Resolves once the page shows what it waits for, and the browser has nothing to do. */
export async function idle() {
  do {
    await new Promise((resolve) => setTimeout(resolve, calm))
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: longestWait }))
  } while (document.querySelector('.boot, .delayed'))
}
