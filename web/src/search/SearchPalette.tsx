import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { commandsOfPage, type Shortcut, useShortcuts } from '../ui/hooks/shortcuts.ts'
import { idle } from '../ui/idle.ts'

const load = () => import('./Palette.tsx').then(({ Palette }) => ({ default: Palette }))
const Palette = lazy(load)

const openers = new Set<() => void>()

/** Opens the palette. */
export const openPalette = () => {
  for (const open of openers) open()
}

/** The palette, opened by its boxes, by `/`, and by Ctrl or ⌘ K everywhere. It outlives the page that it was opened on. */
export function SearchPalette() {
  const [commands, setCommands] = useState<readonly Shortcut[]>()
  const open = () => setCommands(commandsOfPage())
  useShortcuts([{ keys: '/', label: 'Search or jump to…', group: 'Everywhere', run: open }])
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (commands) setCommands(undefined)
    else if (!document.querySelector('[role="dialog"][aria-modal="true"]')) open()
  })
  const onOpen = useEffectEvent(open)
  useEffect(() => {
    const opener = () => onOpen()
    openers.add(opener)
    document.addEventListener('keydown', onKey)
    // A failed preload is retried when the palette is opened.
    idle()
      .then(load)
      .catch(() => {})
    return () => {
      openers.delete(opener)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return <Suspense>{commands && <Palette commands={commands} close={() => setCommands(undefined)} />}</Suspense>
}
