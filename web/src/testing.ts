import { notifications } from '@mantine/notifications'
import { configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { keepKeysOfInputMethods } from './ui/hooks/inputMethod.ts'

// How long `findBy` and `waitFor` look before they fail: long, because a busy machine is slow. A test ends later than that.
configure({ asyncUtilTimeout: 20_000 })

keepKeysOfInputMethods()

// Toasts outlive their page, so the next test, even in another file, would show them.
afterEach(() => notifications.clean())

// The component library uses these APIs, which jsdom lacks.
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
window.scrollTo = () => {}
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
