import { useMe } from '../session/session.ts'
import { useStored } from '../session/stored.ts'

/** The ids of the projects that this person has pinned in this browser. */
export function usePins() {
  const [text, put] = useStored(`atrium-pins ${useMe().id}`)
  const ids = text?.split(' ') ?? []
  return {
    isPinned: (project_id: number) => ids.includes(String(project_id)),
    toggle: (project_id: number) => {
      const id = String(project_id)
      const others = ids.filter((other) => other !== id && other !== '')
      put((ids.includes(id) ? others : [...others, id]).join(' '))
    },
  }
}
