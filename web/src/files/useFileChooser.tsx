import { useRef } from 'react'

/** `choose` lets the person choose files. `input` has to be rendered. */
export function useFileChooser(onFiles: (files: readonly File[]) => void) {
  const element = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={element}
      type="file"
      multiple
      hidden
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        // The same file may be chosen again.
        currentTarget.value = ''
      }}
    />
  )
  return { choose: () => element.current?.click(), input }
}
