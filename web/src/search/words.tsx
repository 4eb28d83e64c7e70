import {
  IconCheckbox,
  IconClipboardList,
  IconFolder,
  IconMessage,
  IconMessageCircle,
  IconPaperclip,
  IconSubtask,
  IconUser,
} from '@tabler/icons-react'
import type { SearchResult, SearchType } from 'contract'
import { inLine } from '../ui/text/inLine.ts'

export const typeNames: Record<SearchType, string> = {
  projects: 'Projects',
  people: 'People',
  tasks: 'Tasks',
  subtasks: 'Subtasks',
  comments: 'Comments',
  files: 'Files',
  messages: 'Messages',
}

export const oneOfType: Record<SearchType, string> = {
  projects: 'Project',
  people: 'Person',
  tasks: 'Task',
  subtasks: 'Subtask',
  comments: 'Comment',
  files: 'File',
  messages: 'Message',
}

const icons: Record<SearchType, typeof IconUser> = {
  projects: IconFolder,
  people: IconUser,
  tasks: IconCheckbox,
  subtasks: IconSubtask,
  comments: IconMessage,
  files: IconPaperclip,
  messages: IconMessageCircle,
}

export const TypeIcon = ({ type }: { type: SearchType | 'commands' }) => {
  const Icon = type === 'commands' ? IconClipboardList : icons[type]
  return <Icon size={16} stroke={1.75} aria-hidden />
}

/** The place of a result, which is its project and task or its room, and its author. */
export function contextOf({ type, key, project, task, room, person }: SearchResult) {
  const who = ['comments', 'files', 'messages'].includes(type) ? person?.full_name : undefined
  const parent = type === 'subtasks' || type === 'files' ? task?.title : undefined
  const inRoom = room && [type === 'files' && 'Chat', room.name]
  const where = type === 'projects' || type === 'people' ? [] : (inRoom ?? [project?.name, parent])
  return inLine([key, who, ...where])
}
