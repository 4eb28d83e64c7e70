// The tabbed carousel of the ARIA Authoring Practices.
// https://www.w3.org/WAI/ARIA/apg/patterns/carousel/

/** Milliseconds. Source: the specification, business constants. */
const period = 5000
/** Horizontal pixels of a touch that count as a swipe. */
const swipe = 40

/** Rotates the slides. The mouse pointer and the focus pause the rotation, and keyboard focus stops it. */
export function startCarousel(element: HTMLElement) {
  const carousel = new Carousel(element)
  carousel.listenToControls()
  carousel.listenToAttention()
  carousel.listenToSwipes()
  carousel.update()
}

class Carousel {
  readonly #element: HTMLElement
  readonly #slides
  readonly #dots
  readonly #region
  readonly #rotation
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
  #shown = 0
  #isPlaying = !this.#reducedMotion.matches
  #isUnderPointer = false
  #isFocused = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(element: HTMLElement) {
    this.#element = element
    this.#slides = [...element.querySelectorAll<HTMLElement>('[role=tabpanel]')]
    this.#dots = [...element.querySelectorAll<HTMLElement>('[role=tab]')]
    this.#region = element.querySelector<HTMLElement>('.slides')
    this.#rotation = element.querySelector<HTMLElement>('.rotation')
  }

  update() {
    for (const [index, slide] of this.#slides.entries()) slide.toggleAttribute('data-shown', index === this.#shown)
    for (const [index, dot] of this.#dots.entries()) {
      dot.setAttribute('aria-selected', String(index === this.#shown))
      dot.tabIndex = index === this.#shown ? 0 : -1
    }
    this.#element.dataset.rotation = this.#isPlaying ? 'playing' : 'paused'
    this.#rotation?.setAttribute('aria-label', this.#isPlaying ? 'Pause' : 'Play')
    const isRotating = this.#isPlaying && !this.#isUnderPointer && !this.#isFocused && !document.hidden
    // Screen readers announce only the slides that the person chooses.
    this.#region?.setAttribute('aria-live', isRotating ? 'off' : 'polite')
    clearTimeout(this.#timer)
    if (isRotating) this.#timer = setTimeout(() => this.#show(this.#shown + 1), period)
  }

  listenToControls() {
    this.#rotation?.addEventListener('click', () => this.#play(!this.#isPlaying))
    this.#element.querySelector('.previous')?.addEventListener('click', () => this.#show(this.#shown - 1))
    this.#element.querySelector('.next')?.addEventListener('click', () => this.#show(this.#shown + 1))
    for (const [index, dot] of this.#dots.entries()) dot.addEventListener('click', () => this.#show(index))
    this.#element.querySelector<HTMLElement>('.dots')?.addEventListener('keydown', (event) => {
      const last = this.#slides.length - 1
      const index = { ArrowLeft: this.#shown - 1, ArrowRight: this.#shown + 1, Home: 0, End: last }[event.key]
      if (index === undefined) return
      event.preventDefault()
      this.#show(index)
      this.#dots[this.#shown]?.focus()
    })
  }

  listenToAttention() {
    this.#element.addEventListener('focusin', ({ target }) => {
      this.#isFocused = target !== this.#rotation
      this.#play(this.#isPlaying && !(target instanceof Element && target.matches(':focus-visible')))
    })
    this.#element.addEventListener('focusout', () => {
      this.#isFocused = false
      this.update()
    })
    this.#element.addEventListener('pointerenter', ({ pointerType }) => {
      this.#isUnderPointer = pointerType === 'mouse'
      this.update()
    })
    this.#element.addEventListener('pointerleave', () => {
      this.#isUnderPointer = false
      this.update()
    })
    document.addEventListener('visibilitychange', () => this.update())
    this.#reducedMotion.addEventListener('change', ({ matches }) => {
      if (matches) this.#play(false)
    })
  }

  listenToSwipes() {
    let startX = 0
    const onStart = ({ changedTouches: [touch] }: TouchEvent) => {
      startX = touch?.clientX ?? 0
    }
    this.#region?.addEventListener('touchstart', onStart, { passive: true })
    this.#region?.addEventListener('touchend', ({ changedTouches: [touch] }) => {
      const distance = (touch?.clientX ?? startX) - startX
      if (Math.abs(distance) > swipe) this.#show(distance < 0 ? this.#shown + 1 : this.#shown - 1)
    })
  }

  #show(index: number) {
    this.#shown = (index + this.#slides.length) % this.#slides.length
    this.update()
  }

  #play(isPlaying: boolean) {
    this.#isPlaying = isPlaying
    this.update()
  }
}
