import { useStored } from '../session/stored.ts'

/** Whether this browser shows the history between the comments of tasks, and the function that shows or hides it. */
export function useIsHistoryShown() {
  const [choice, choose] = useStored('atrium-history')
  const isShown = choice !== 'hidden'
  return [isShown, () => choose(isShown ? 'hidden' : 'shown')] as const
}
