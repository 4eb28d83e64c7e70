import type { DirectoryPerson } from 'contract'
import { useMe } from '../../session/session.ts'

/** The sentence over what HR and the person alone see. */
export function useWhoSees({ id, full_name }: DirectoryPerson) {
  const me = useMe()
  return me.id === id ? 'Only HR and you see this.' : `Only HR and ${full_name} see this.`
}
