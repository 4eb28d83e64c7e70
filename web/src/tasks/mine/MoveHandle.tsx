import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { Menu } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLazyMenu } from '../parts/useLazyMenu.ts'
import styles from './MoveHandle.module.css'

export type Moving = {
  /** Moves a row before another one. */
  moveBefore: (id: number, before: number) => void
  /** Moves a row by so many places. */
  shift: (id: number, by: number) => void
}

const dragType = 'own-subtask'

/** Moves its row: by dragging, with Alt and an arrow key, or by a menu. The row is the nearest element with `data-row`. */
export function MoveHandle({ of, id, moving }: { of: string; id: number; moving: Moving }) {
  const [isTarget, setTarget] = useState(false)
  const { isRendered, trigger, menu } = useLazyMenu()
  const [handle, setHandle] = useState<HTMLButtonElement | null>(null)
  const ref = useMergedRef(trigger.ref, setHandle)
  const drop = useEffectEvent((dragged: number) => {
    setTarget(false)
    if (dragged !== id) moving.moveBefore(dragged, id)
  })
  const shift = useEffectEvent((by: number) => moving.shift(id, by))
  useEffect(() => {
    const row = handle?.closest<HTMLElement>('[data-row]')
    if (!row || !handle) return
    const onKeyDown = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (!event.altKey || by === 0) return
      event.preventDefault()
      shift(by)
    }
    row.addEventListener('keydown', onKeyDown)
    const stop = combine(
      draggable({ element: row, dragHandle: handle, getInitialData: () => ({ type: dragType, id }) }),
      dropTargetForElements({
        element: row,
        canDrop: ({ source }) => source.data.type === dragType,
        onDragEnter: ({ source }) => setTarget(source.data.id !== id),
        onDragLeave: () => setTarget(false),
        onDrop: ({ source }) => drop(source.data.id as number),
      }),
    )
    return () => {
      row.removeEventListener('keydown', onKeyDown)
      stop()
    }
  }, [id, handle])

  const target = (
    <button
      type="button"
      {...trigger}
      ref={ref}
      className={styles.handle}
      data-is-target={isTarget || undefined}
      aria-label={`Move ${of}`}
      title="Drag to move (Alt ↑, Alt ↓)"
    >
      <IconGripVertical size={14} aria-hidden />
    </button>
  )
  if (!isRendered) return target
  return (
    <Menu {...menu} position="bottom-start">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => moving.shift(id, -1)}>
          Move up
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => moving.shift(id, 1)}>
          Move down
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
