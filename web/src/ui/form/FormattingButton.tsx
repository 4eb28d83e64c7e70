import { ActionIcon } from '@mantine/core'
import { IconLetterCase } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useToggledToolbar } from './markdown/toggled.ts'

type Props = { field: RefObject<HTMLElement | null> }

/** Shows and hides the toolbar of a `MarkdownField` whose toolbar is toggled. */
export function FormattingButton({ field }: Props) {
  const [isShown, toggle] = useToggledToolbar()
  return (
    <ActionIcon
      variant={isShown ? 'light' : 'subtle'}
      color="gray"
      size={36}
      aria-label="Formatting"
      title="Formatting"
      aria-pressed={isShown}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        toggle()
        field.current?.focus({ preventScroll: true })
      }}
    >
      <IconLetterCase size={18} />
    </ActionIcon>
  )
}
