import { Menu } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './RowMenu.module.css'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** The row's title, for the button's label. */
  of: string
  /** Why no action is possible; undefined when they are. */
  reason?: string | undefined
  /** `Menu.Item`s. */
  children: ReactNode
}

export function RowMenu({ of, reason, children }: Props) {
  const id = useId()
  const { isRendered, trigger, menu } = useLazyMenu()
  // A plain button for speed: a long list has hundreds of them.
  const target = (
    <button
      {...trigger}
      type="button"
      className={styles.trigger}
      aria-label={`Actions for ${of}`}
      title={reason}
      aria-describedby={reason ? id : undefined}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d="M3.3 6.7a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6m4.7 0a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6m4.7 0a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6" />
      </svg>
    </button>
  )
  return (
    <>
      {isRendered ? (
        <Menu {...menu} width={200}>
          <Menu.Target>{target}</Menu.Target>
          <Menu.Dropdown>
            {reason && <Menu.Label>{reason}</Menu.Label>}
            {children}
          </Menu.Dropdown>
        </Menu>
      ) : (
        target
      )}
      {reason && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
