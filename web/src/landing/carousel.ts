// The carousel of the ARIA Authoring Practices, in its form with tabs.
// https://www.w3.org/WAI/ARIA/apg/patterns/carousel/

/** Source: the specification, business constants. */
const period = 5000
/** Pixels that a finger moves sideways before it means the next one. */
const swipe = 40

/** Shows the slides one after another, until somebody looks closer: under the pointer it waits, at the first key it stops. */
export function startCarousel(carousel: HTMLElement) {
  const slides = [...carousel.querySelectorAll<HTMLElement>('[role=tabpanel]')]
  const dots = [...carousel.querySelectorAll<HTMLElement>('[role=tab]')]
  const region = carousel.querySelector<HTMLElement>('.slides')
  const rotation = carousel.querySelector<HTMLElement>('.rotation')
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')

  let shown = 0
  let isPlaying = !reducedMotion.matches
  let isUnderPointer = false
  let isFocused = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function update() {
    for (const [index, slide] of slides.entries()) slide.toggleAttribute('data-shown', index === shown)
    for (const [index, dot] of dots.entries()) {
      dot.setAttribute('aria-selected', String(index === shown))
      dot.tabIndex = index === shown ? 0 : -1
    }
    carousel.dataset.rotation = isPlaying ? 'playing' : 'paused'
    rotation?.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play')
    const isTurning = isPlaying && !isUnderPointer && !isFocused && !document.hidden
    // What turns by itself is not read out; what somebody turns is.
    region?.setAttribute('aria-live', isTurning ? 'off' : 'polite')
    clearTimeout(timer)
    if (isTurning) timer = setTimeout(() => show(shown + 1), period)
  }

  function show(index: number) {
    shown = (index + slides.length) % slides.length
    update()
  }

  function play(wanted: boolean) {
    isPlaying = wanted
    update()
  }

  rotation?.addEventListener('click', () => play(!isPlaying))
  carousel.querySelector('.previous')?.addEventListener('click', () => show(shown - 1))
  carousel.querySelector('.next')?.addEventListener('click', () => show(shown + 1))
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => show(index))

  carousel.querySelector('.dots')?.addEventListener('keydown', (event) => {
    const to = { ArrowLeft: shown - 1, ArrowRight: shown + 1, Home: 0, End: slides.length - 1 }[(event as KeyboardEvent).key]
    if (to === undefined) return
    event.preventDefault()
    show(to)
    dots[shown]?.focus()
  })

  carousel.addEventListener('focusin', ({ target }) => {
    isFocused = target !== rotation
    play(isPlaying && !(target instanceof Element && target.matches(':focus-visible')))
  })
  carousel.addEventListener('focusout', () => {
    isFocused = false
    update()
  })
  carousel.addEventListener('pointerenter', ({ pointerType }) => {
    isUnderPointer = pointerType === 'mouse'
    update()
  })
  carousel.addEventListener('pointerleave', () => {
    isUnderPointer = false
    update()
  })

  let startedAt = 0
  region?.addEventListener('touchstart', ({ changedTouches: [touch] }) => (startedAt = touch?.clientX ?? 0), { passive: true })
  region?.addEventListener('touchend', ({ changedTouches: [touch] }) => {
    const moved = (touch?.clientX ?? startedAt) - startedAt
    if (Math.abs(moved) > swipe) show(moved < 0 ? shown + 1 : shown - 1)
  })

  document.addEventListener('visibilitychange', update)
  reducedMotion.addEventListener('change', ({ matches }) => {
    if (matches) play(false)
  })
  update()
}
