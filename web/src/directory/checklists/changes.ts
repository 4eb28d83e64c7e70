import { api, type ChecklistTemplate } from 'contract'
import { useChange, useData, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'

const touches = [api.checklists.templates]

/** The templates by kind and name, without those that are being deleted. */
export function useChecklistTemplates(): readonly ChecklistTemplate[] {
  const templates = useData(api.checklists.templates, {})
  const removed = usePending(api.checklists.removeTemplate).map(({ params }) => Number(params.checklist_template_id))
  return templates.filter(({ id }) => !removed.includes(id))
}

type Body = Omit<ChecklistTemplate, 'id'>

export function useChecklistTemplateChanges() {
  const { mutateAsync: create } = useChange(api.checklists.createTemplate, { touches })
  const { mutateAsync: update } = useChange(api.checklists.updateTemplate, { touches })
  return {
    add: (body: Body) => create({ body }),
    change: (id: number, body: Body) => update({ params: { checklist_template_id: String(id) }, body }),
  }
}

/** A function that asks, and then deletes a template. */
export function useChecklistTemplateRemoval() {
  const { mutateAsync } = useChange(api.checklists.removeTemplate, { touches })
  return async ({ id, name, kind }: ChecklistTemplate) => {
    const message = `Delete the template "${name}"? Checklists that were started from it stay as they are.`
    if (!(await confirm({ title: 'Delete template', message, isDangerous: true }))) return
    // The row with the focus disappears at once.
    document.getElementById(`templates-${kind}`)?.focus({ preventScroll: true })
    try {
      await mutateAsync({ params: { checklist_template_id: String(id) } })
      toast.success('Template deleted.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The template could not be deleted.'), quick)
    }
  }
}
