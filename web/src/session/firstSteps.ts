import { useMe } from './session.ts'
import { useStored } from './stored.ts'

/** Whether this person has hidden the first steps in this browser, and the function that hides them. */
export function useFirstSteps() {
  const [text, put] = useStored(`atrium-first-steps ${useMe().id}`)
  return { isHidden: text === 'hidden', hide: () => put('hidden') }
}
