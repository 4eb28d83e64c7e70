import type { autoScrollForElements, autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { idle } from '../idle.ts'

// Scrolls near an edge while something is dragged. The library for it is loaded once the browser is idle: nobody drags before.

type Library = {
  autoScrollForElements: typeof autoScrollForElements
  autoScrollWindowForElements: typeof autoScrollWindowForElements
}
let loading: Promise<Library> | undefined

function load() {
  loading ??= idle().then(() => import('@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'))
  return loading
}

/** Starts as soon as the library has loaded. Returns a function that ends it. Without the library, the wheel still scrolls. */
function onceLoaded(start: (library: Library) => () => void) {
  let end: (() => void) | undefined
  let hasEnded = false
  load().then(
    (library) => {
      if (!hasEnded) end = start(library)
    },
    () => {
      loading = undefined
    },
  )
  return () => {
    hasEnded = true
    end?.()
  }
}

export const autoScrollElement = (options: Parameters<typeof autoScrollForElements>[0]) =>
  onceLoaded((library) => library.autoScrollForElements(options))

export const autoScrollWindow = (options: Parameters<typeof autoScrollWindowForElements>[0]) =>
  onceLoaded((library) => library.autoScrollWindowForElements(options))
