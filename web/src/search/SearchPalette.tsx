import { useEffect, useEffectEvent, useState } from 'react'
import { commandsOfPage, type Shortcut, useShortcuts } from '../ui/hooks/shortcuts.ts'
import { Later, later } from '../ui/Later.tsx'

const palette = later(() => import('./Palette.tsx').then(({ Palette }) => Palette))

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
    return () => {
      openers.delete(opener)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return <Later of={palette} shown={commands && { commands, close: () => setCommands(undefined) }} />
}
