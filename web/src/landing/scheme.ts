import { type Look, labelOf, looks } from '../ui/theme/looks.ts'

/** The storage key of the component library. `theme.js` reads it before the first paint. */
const key = 'mantine-color-scheme-value'

const system = matchMedia('(prefers-color-scheme: dark)')
const pictures = document.querySelectorAll<HTMLSourceElement>('source[data-dark]')

/** Starts the theme switch of the plain HTML pages. It shares its choice with the app and all tabs. */
export function startThemeSwitch() {
  const button = document.querySelector<HTMLButtonElement>('.theme-switch')
  let look = stored()
  const show = () => {
    const isDark = look === 'dark' || (look === 'auto' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
    for (const picture of pictures) {
      const { dark = 'all' } = picture.dataset
      picture.media = look === 'auto' ? `${dark} and (prefers-color-scheme: dark)` : isDark ? dark : 'not all'
    }
    if (!button) return
    button.dataset.look = look
    button.title = labelOf(look)
    button.setAttribute('aria-label', labelOf(look))
  }

  button?.addEventListener('click', () => {
    look = looks[look].next
    try {
      localStorage.setItem(key, look)
    } catch {} // without storage the choice ends with the page
    show()
  })
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return
    look = stored()
    show()
  })
  system.addEventListener('change', show)
  show()
}

function stored(): Look {
  try {
    const look = localStorage.getItem(key) ?? ''
    return look in looks ? (look as Look) : 'auto'
  } catch {
    return 'auto'
  }
}
