import { createContext, use, useEffect } from 'react'

type Unsaved = { current: () => boolean }

/** Holds the function by which the forms in a dialog say whether they have unsaved input. */
export const UnsavedIn = createContext<Unsaved | null>(null)

export const nothingUnsaved = () => false

/** Registers a form with the dialog around it, if there is one. */
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
