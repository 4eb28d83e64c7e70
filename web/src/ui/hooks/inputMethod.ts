/** Key code 229: a key that chooses a character. Safari sends it after the composition has ended, without `isComposing`. */
const isOfInputMethod = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229

/**
 * Keeps the keys of input methods for Japanese, Chinese or Korean from every handler of the page and its libraries: there, Enter takes a
 * candidate and Escape drops it. Comes before all others if it is called first. What the browser does with the keys is left to it.
 */
export const keepKeysOfInputMethods = () =>
  window.addEventListener('keydown', (event) => isOfInputMethod(event) && event.stopImmediatePropagation(), { capture: true })
