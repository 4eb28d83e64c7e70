/** Does it. Where that takes the row away that this is in, and the focus with it, what stands beside it gets the focus. */
export async function andStay(inside: Element | null | undefined, act: () => Promise<unknown>) {
  const row = inside?.closest('li')
  const near = [row?.nextElementSibling, row?.previousElementSibling, row?.parentElement?.parentElement]
  const found = near.map((place) => place?.querySelector<HTMLElement>('[aria-haspopup="menu"], button')).find(Boolean)
  await act()
  // The question whether to do it takes its time to leave.
  await new Promise((resolve) => setTimeout(resolve, 200))
  if (row && !row.isConnected && document.activeElement === document.body) found?.focus()
}
