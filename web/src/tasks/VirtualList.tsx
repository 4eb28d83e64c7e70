import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
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

  const virtual = useWindowVirtualizer({
    count: items.length,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: (index) => (items[index] ? heightOf(items[index]) : 0),
    gap: 8,
    overscan: 6,
    scrollMargin: top,
  })
  return (
    <ul ref={list} className={styles.virtual} aria-label={label} style={{ height: virtual.getTotalSize() }}>
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
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {render(item)}
            </li>
          )
        )
      })}
    </ul>
  )
}
