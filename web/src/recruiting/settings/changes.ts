import { useQueryClient } from '@tanstack/react-query'
import { type Args, api, type MailTemplate, type RecruitingStage } from 'contract'
import { keyOf, useChange, useData, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'

/** Saves all stages. */
export function useStagesChange() {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.recruiting.saveStages, {
    touches: [api.applications.list],
    shows: [api.recruiting.stages],
    onAnswer: (stages) => client.setQueryData<RecruitingStage[]>(keyOf(api.recruiting.stages, {}), stages),
    rowIn: () => 'stages',
  })
  return (body: Args<typeof api.recruiting.saveStages>['body']) => mutateAsync({ body })
}

export function useRetentionChange() {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.recruiting.changeSettings, {
    touches: [],
    shows: [api.recruiting.settings],
    onAnswer: (settings) => client.setQueryData(keyOf(api.recruiting.settings, {}), settings),
    rowIn: () => 'settings',
  })
  return (body: Args<typeof api.recruiting.changeSettings>['body']) => mutateAsync({ body })
}

const touches = [api.recruiting.templates]

/** The templates by name, without those that are being deleted. */
export function useMailTemplates(): readonly MailTemplate[] {
  const templates = useData(api.recruiting.templates, {})
  const removed = usePending(api.recruiting.removeTemplate).map(({ params }) => Number(params.mail_template_id))
  return templates.filter(({ id }) => !removed.includes(id))
}

type Body = Omit<MailTemplate, 'id'>

export function useMailTemplateChanges() {
  const { mutateAsync: create } = useChange(api.recruiting.createTemplate, { touches })
  const { mutateAsync: update } = useChange(api.recruiting.updateTemplate, { touches })
  return {
    add: (body: Body) => create({ body }),
    change: (id: number, body: Body & { edited_from?: Partial<Body> }) =>
      update({ params: { mail_template_id: String(id) }, body }),
  }
}

/** A function that asks, and then deletes a template. */
export function useMailTemplateRemoval() {
  const { mutateAsync } = useChange(api.recruiting.removeTemplate, { touches })
  return async ({ id, name }: MailTemplate) => {
    const message = `Delete the template "${name}"? Mails that were sent with it stay as they are.`
    if (!(await confirm({ title: 'Delete template', message, isDangerous: true }))) return
    // The row with the focus disappears at once.
    document.getElementById('mail-templates')?.focus({ preventScroll: true })
    try {
      await mutateAsync({ params: { mail_template_id: String(id) } })
      toast.success('Template deleted.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The template could not be deleted.'), quick)
    }
  }
}
