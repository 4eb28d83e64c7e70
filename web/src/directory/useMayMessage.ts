import type { DirectoryPerson } from 'contract'
import { useMemo } from 'react'
import { useMe } from '../session/session.ts'
import { usePeople } from './read.ts'

/** Whether one can write to a person: somebody else, who works here. */
export function useMayMessage() {
  const { id: me_id } = useMe()
  const people = usePeople()
  return useMemo(() => {
    const ids = new Set(people.map(({ id }) => id))
    return ({ id }: Pick<DirectoryPerson, 'id'>) => id !== me_id && ids.has(id)
  }, [people, me_id])
}
