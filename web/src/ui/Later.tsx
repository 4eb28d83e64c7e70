import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react'
import { idle } from './idle.ts'

type LaterComponent<Props> = {
  load: () => Promise<unknown>
  Component: LazyExoticComponent<ComponentType<Props>>
}

/** A component that the page loads later. */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): LaterComponent<Props> => ({
  load,
  Component: lazy(async () => ({ default: await load() })),
})

type Props<P> = { of: LaterComponent<P>; shown: P | false | undefined }

/** Shows a component with these props, if there are any. It is loaded once the browser is idle, or else when it is first shown. */
export function Later<P extends object>({ of: { load, Component }, shown }: Props<P>) {
  useEffect(() => {
    // A failed preload is retried when the component is shown.
    idle()
      .then(load)
      .catch(() => {})
  }, [load])
  return <Suspense>{shown && <Component {...shown} />}</Suspense>
}
