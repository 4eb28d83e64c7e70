/** Milliseconds until a confirmation dialog has closed and returned the focus. */
const dialogTime = 200

/** Runs an action that may remove the list row around `element`. If it removed the focus too, focuses a neighbouring row. */
export async function keepFocusNearby(element: Element | null | undefined, action: () => Promise<unknown>) {
  const row = element?.closest('li')
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling, row?.parentElement?.parentElement]
  const target = neighbours.map((near) => near?.querySelector<HTMLElement>('[aria-haspopup="menu"], button')).find(Boolean)
  await action()
  await new Promise((resolve) => setTimeout(resolve, dialogTime))
  if (row && !row.isConnected && document.activeElement === document.body) target?.focus()
}
