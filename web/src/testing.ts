import { notifications } from '@mantine/notifications'
import { afterEach } from 'vitest'

// Toasts outlive the page that shows them: the next page, in whatever file, would have them, too.
afterEach(() => notifications.clean())

// What jsdom lacks and the component library asks for.
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
