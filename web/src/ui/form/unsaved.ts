import { createContext, use, useEffect } from 'react'

type Unsaved = { current: () => boolean }

/** A dialog gives its forms the place where they say whether something has been entered that is not saved yet. */
export const UnsavedIn = createContext<Unsaved | null>(null)

export const nothingUnsaved = () => false

/** Tells the dialog around this form, if there is one. */
export function useUnsaved(isUnsaved: () => boolean) {
  const dialog = use(UnsavedIn)
  useEffect(() => {
    if (!dialog) return
    dialog.current = isUnsaved
    return () => {
      dialog.current = nothingUnsaved
    }
  })
}
