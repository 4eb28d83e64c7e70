import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './VirtualList.module.css'

type Item = { id: string | number }

type Props<T> = {
  label: string
  items: readonly T[]
  /** The estimated height in pixels. */
  heightOf: (item: T) => number
  /** Whether the item is exactly that high, so that it need not be measured. */
  isExact: (item: T) => boolean
  render: (item: T) => ReactNode
  /** Renders every row, and not only those near the screen. */
  isWhole: boolean
}

/** A list that scrolls with the page. */
export const VirtualList = <T extends Item>({ isWhole, ...props }: Props<T>) =>
  isWhole ? <Whole {...props} /> : <Windowed {...props} />

const Whole = <T extends Item>({ label, items, render }: Omit<Props<T>, 'isWhole'>) => (
  <ul aria-label={label}>
    {items.map((item) => (
      <li key={item.id}>{render(item)}</li>
    ))}
  </ul>
)

function Windowed<T extends Item>({ label, items, heightOf, isExact, render }: Omit<Props<T>, 'isWhole'>) {
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // The row with the focus stays rendered while the page scrolls, or its unsaved input would be lost.
  const [focused, setFocused] = useState<Item['id']>()
  const rangeExtractor = (range: Range) => {
    const shown = defaultRangeExtractor(range)
    const index = focused === undefined ? -1 : items.findIndex(({ id }) => id === focused)
    return index < 0 || shown.includes(index) ? shown : [...shown, index].sort((a, b) => a - b)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('li[data-index]')
    if (row && list.current?.contains(row)) setFocused(items[Number(row.dataset.index)]?.id)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !list.current?.contains(relatedTarget)) setFocused(undefined)
  }

  const virtual = useWindowVirtualizer({
    count: items.length,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: (index) => (items[index] ? heightOf(items[index]) : 0),
    overscan: 4,
    scrollMargin: top,
    rangeExtractor,
  })
  return (
    <ul
      ref={list}
      className={styles.virtual}
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index]
        return (
          item && (
            <li
              key={key}
              ref={isExact(item) ? undefined : virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={items.length}
              style={{ top: start - top }}
            >
              {render(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}
