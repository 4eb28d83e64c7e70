// Projects saved as templates for others. See docs/decisions/070-templates.md.
import { api, problemOf, type Template, templateName } from 'contract'
import { useChange, useData, usePending } from '../../api/data.ts'
import { compareNames } from '../../ui/list/sort.ts'

type Values = { name: string }

/** The form that saves a project as a template. */
export const templateForm = {
  blank: { name: '' } as Values,
  toBody: ({ name }: Values) => ({ name: name.trim() }),
  problems: ({ name }: Values) => ({ name: problemOf(templateName, name) }),
}

/** The workspace's templates by name, without those that are being deleted. */
export function useTemplates(): readonly Template[] {
  const templates = useData(api.templates.list, {})
  const removed = usePending(api.templates.remove).map(({ params }) => Number(params.template_id))
  return templates.filter(({ id }) => !removed.includes(id)).sort((a, b) => compareNames(a.name, b.name))
}

const touches = [api.templates.list]

export function useTemplateChanges() {
  const { mutateAsync: save } = useChange(api.templates.save, { touches })
  const { mutateAsync: remove } = useChange(api.templates.remove, { touches })
  return {
    save: (project_id: number, body: Values) => save({ params: { project_id: String(project_id) }, body }),
    remove: (id: number) => remove({ params: { template_id: String(id) } }),
  }
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** `12 tasks, 30 subtasks` */
export const sizeOf = ({ tasks, subtasks }: Pick<Template, 'tasks' | 'subtasks'>) =>
  [counted(tasks, 'task'), ...(subtasks > 0 ? [counted(subtasks, 'subtask')] : [])].join(', ')
