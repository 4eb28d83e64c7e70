/** Pixels below the top of the window that the page's header covers. */
const header = 60

/** Remembers where on the screen the comment is that the person reads or writes. Returns a function that scrolls it back there. */
export function holdPlace() {
  const section = document.getElementById('comments')?.closest('section')
  const held = section && heldIn(section)
  if (!held) return () => undefined
  const before = held.getBoundingClientRect().top
  return () => {
    const moved = held.isConnected ? held.getBoundingClientRect().top - before : 0
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
  }
}

/** The element with the focus, the one in the address, or the first that is visible below the section's start. Null if none matters. */
function heldIn(section: Element) {
  const focused = document.activeElement
  // The earlier changes come above what follows their button.
  const written = focused?.closest('[data-is-earlier]')?.nextElementSibling ?? focused
  const pointed = window.location.hash ? document.getElementById(window.location.hash.slice(1)) : null
  const wanted = [written, pointed].find((element) => element && section.contains(element) && isVisible(element))
  if (wanted) return wanted
  if (section.getBoundingClientRect().top > header) return null
  return [...section.querySelectorAll('ol > li')].find(isVisible)
}

function isVisible(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > header && top < window.innerHeight
}
