/** Closes the menu of small screens when one of its links is followed. As a popover it opens without scripts. */
export function startMenu() {
  const menu = document.getElementById('places')
  menu?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && menu.matches(':popover-open')) menu.hidePopover()
  })
}
