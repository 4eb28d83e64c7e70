import { startCarousel } from './carousel.ts'
import { startMenu } from './menu.ts'
import { startThemeSwitch } from './scheme.ts'

for (const carousel of document.querySelectorAll<HTMLElement>('.carousel')) startCarousel(carousel)
startThemeSwitch()
startMenu()
// Only the server reads this parameter.
if (window.location.search === '?guest') window.history.replaceState(null, '', '/')
