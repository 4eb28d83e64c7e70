import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './BoardTray.module.css'

type Props = { hint: ReactNode; zone: string | undefined; board: string; isOver: boolean }

/** The hint and the drop zone at the foot of the page while a card is held. */
export function BoardTray({ hint, zone, board, isOver }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!ref.current) return
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => source.data.board === board,
      getData: () => ({ place: 'zone' }),
    })
  }, [board])
  return (
    <div className={styles.tray}>
      {hint && <div className={styles.hint}>{hint}</div>}
      {zone && (
        <div ref={ref} className={styles.zone} data-zone data-is-over={isOver}>
          <IconTrash size={18} aria-hidden /> {zone}
        </div>
      )}
    </div>
  )
}
