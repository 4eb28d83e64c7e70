import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Subtask } from 'contract'
import { useRef } from 'react'
import type { TaskActions } from '../data/actions.ts'
import { keepFocusNearby } from '../parts/keepFocusNearby.ts'
import { RowMenu } from '../parts/RowMenu.tsx'
import { SelectEntry } from './selection.tsx'

type Props = {
  subtask: Subtask
  actions: TaskActions
  /** Why nothing can be changed; undefined when it can. */
  reason: string | undefined
}

/** The menu of a subtask in a list. */
export function SubtaskMenu({ subtask, actions, reason }: Props) {
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span ref={place}>
      <RowMenu of={subtask.title} reason={reason}>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          disabled={reason !== undefined}
          onClick={() => actions.editSubtask(subtask)}
        >
          Edit Subtask
        </Menu.Item>
        <SelectEntry id={subtask.id} />
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          disabled={reason !== undefined}
          onClick={() => void keepFocusNearby(place.current, () => actions.removeSubtask(subtask))}
        >
          Delete Subtask
        </Menu.Item>
      </RowMenu>
    </span>
  )
}
