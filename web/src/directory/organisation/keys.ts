import type { KeyboardEvent } from 'react'

/** The parts of a branch that the keys look for. */
export const nodeAttribute = 'data-node'
export const branchAttribute = 'data-branch'

const linksIn = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>(`[${nodeAttribute}]`)]
const toggleOf = (item: Element | null | undefined) =>
  item?.querySelector<HTMLElement>(`:scope > [${branchAttribute}] button[aria-expanded]`)
const linkOf = (item: Element | null | undefined) =>
  item?.querySelector<HTMLElement>(`:scope > [${branchAttribute}] [${nodeAttribute}]`)

/** The keys of a tree: up and down, right into a branch, left out of it, Home and End. */
export function onTreeKey(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { currentTarget: tree, target, key } = event
  const item = target instanceof Element ? target.closest('li') : null
  if (!item) return
  const wanted = targetOf(key, { tree, item })
  if (wanted === undefined) return
  event.preventDefault()
  if (wanted === 'toggle') toggleOf(item)?.click()
  else wanted?.focus()
}

type Place = { tree: HTMLElement; item: Element }

/** The target of a key: an element, or the present branch to open or close. Null for nothing, undefined for another key. */
function targetOf(key: string, { tree, item }: Place): HTMLElement | 'toggle' | null | undefined {
  const links = linksIn(tree)
  const link = linkOf(item)
  const index = link ? links.indexOf(link) : -1
  const isOpen = toggleOf(item)?.getAttribute('aria-expanded')
  switch (key) {
    case 'ArrowDown':
      return links[index + 1] ?? null
    case 'ArrowUp':
      return links[index - 1] ?? null
    case 'Home':
      return links[0] ?? null
    case 'End':
      return links.at(-1) ?? null
    case 'ArrowRight':
      return isOpen === 'false' ? 'toggle' : isOpen === 'true' ? (links[index + 1] ?? null) : null
    case 'ArrowLeft':
      return isOpen === 'true' ? 'toggle' : (linkOf(item.parentElement?.closest('li')) ?? null)
    default:
      return undefined
  }
}
