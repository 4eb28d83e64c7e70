import type { Me, SearchResult } from 'contract'

/** The page of a project for this role. */
const projectAddress = ({ role }: Pick<Me, 'role'>, project_id: number) => `/${role}/projects/${project_id}`

/** The address of a result: of the row, comment or message itself. */
export function addressOf({ type, id, task, room, message, project }: SearchResult, me: Pick<Me, 'id' | 'role'>) {
  switch (type) {
    case 'projects':
      return projectAddress(me, id)
    case 'people':
      return id === me.id ? '/profile' : `/chat?person=${id}`
    case 'tasks':
      return `/project_manager/tasks/${id}`
    case 'subtasks':
      return `/project_manager/tasks/${task?.id}#subtask-${id}`
    case 'comments':
      return `/project_manager/tasks/${task?.id}#comment-${id}`
    case 'files':
      return room ? `/chat/${room.id}?message=${message}` : `/project_manager/tasks/${task?.id}#file-${id}`
    case 'messages':
      return room ? `/chat/${room.id}?message=${id}` : `/chat?project=${project?.id}`
  }
}
