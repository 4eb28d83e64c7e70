/** Macs and the tablets that have the ⌘ key. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)
