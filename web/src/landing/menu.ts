/** The menu of small screens is a popover, which opens without scripts; it closes when one of its places is gone to. */
export function startMenu() {
  const menu = document.getElementById('places')
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover()
  })
}
