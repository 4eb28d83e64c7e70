import { startCarousel } from './carousel.ts'
import { startMenu } from './menu.ts'
import { startThemeSwitch } from './scheme.ts'

for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) startCarousel(carousel)
startThemeSwitch()
startMenu()
// It has told the server what it had to.
if (window.location.search === '?guest') window.history.replaceState(null, '', '/')
