import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './VirtualList.module.css'

type Item = { id: number }

type Props<T> = {
  label: string
  items: readonly T[]
  /** About how high it will be, in pixels. */
  heightOf: (item: T) => number
  render: (item: T) => ReactNode
}

const many = 40

/** A list that the page scrolls. Long ones keep only what is near the screen. */
export const VirtualList = <T extends Item>(props: Props<T>) =>
  props.items.length > many ? <Windowed {...props} /> : <Whole {...props} />

const Whole = <T extends Item>({ label, items, render }: Props<T>) => (
  <ul className={styles.list} aria-label={label}>
    {items.map((item) => (
      <li key={item.id}>{render(item)}</li>
    ))}
  </ul>
)

function Windowed<T extends Item>({ label, items, heightOf, render }: Props<T>) {
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

  // The row with the focus stays, however far the page is scrolled: with it would go what is being typed in it.
  const [held, hold] = useState<number>()
  const rangeExtractor = (range: Range) => {
    const shown = defaultRangeExtractor(range)
    const at = held === undefined ? -1 : items.findIndex(({ id }) => id === held)
    return at < 0 || shown.includes(at) ? shown : [...shown, at].sort((a, b) => a - b)
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('li[data-index]')
    if (row && list.current?.contains(row)) hold(items[Number(row.dataset.index)]?.id)
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !list.current?.contains(relatedTarget)) hold(undefined)
  }

  const virtual = useWindowVirtualizer({
    count: items.length,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: (index) => (items[index] ? heightOf(items[index]) : 0),
    gap: 8,
    // A row is dear, and some fill half a screen: a few more are enough to scroll on to.
    overscan: 2,
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
              ref={virtual.measureElement}
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
