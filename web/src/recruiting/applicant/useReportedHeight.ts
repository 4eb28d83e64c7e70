import { type RefObject, useLayoutEffect } from 'react'

type Options = {
  /** True once the read has succeeded or failed. */
  isKnown: boolean
  /** The number of rows, which changes the height. */
  count: number
  report: (height: number) => void
}

/** Reports the height of a section of a dashboard in pixels, 0 while it is not shown, so that it gets its room at once the next time. */
export function useReportedHeight(section: RefObject<HTMLElement | null>, { isKnown, count, report }: Options) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count changes the height
  useLayoutEffect(() => {
    if (isKnown) report(section.current?.offsetHeight ?? 0)
  }, [section, isKnown, count, report])
}
