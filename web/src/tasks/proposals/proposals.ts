import { useQuery } from '@tanstack/react-query'
import { api, hoursProblems, may, type Proposal, problemOf, taskRules } from 'contract'
import { readOf, useChange } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'

export type ProposalValues = { title: string; description: string; estimated_hours: number | string }

/** The form in which a developer proposes a subtask. */
export const proposalForm = {
  blank: { title: '', description: '', estimated_hours: '' } as ProposalValues,
  toBody: ({ title, description, estimated_hours }: ProposalValues) => ({
    title: title.trim(),
    description: description.trim(),
    estimated_hours: estimated_hours === '' ? null : Number(estimated_hours),
  }),
  problems: ({ title, description, estimated_hours }: ProposalValues) => ({
    title: problemOf(taskRules.title, title),
    description: problemOf(taskRules.description, description),
    estimated_hours: estimated_hours === '' ? undefined : hoursProblems(Number(estimated_hours))[0],
  }),
}

const none: readonly Proposal[] = []

/** The open proposals of a project, the oldest first, or a developer's own. Empty until they are known. */
export function useProposals(project_id: number) {
  const { role } = useMe()
  const { data } = useQuery({
    ...readOf(api.proposals.list, { params: { project_id: String(project_id) }, query: {} }),
    enabled: may(role, api.proposals.list),
  })
  return data?.results ?? none
}

const touches = [api.proposals.list]
/** An accepted proposal is a subtask. */
const withWork = [...touches, api.tasks.list, api.tasks.get]

export function useProposalChanges() {
  const { mutateAsync: propose } = useChange(api.proposals.create, { touches })
  const { mutateAsync: accept } = useChange(api.proposals.accept, { touches: withWork })
  const { mutateAsync: decline } = useChange(api.proposals.decline, { touches })
  return {
    propose: (task_id: number, body: ReturnType<typeof proposalForm.toBody>) =>
      propose({ params: { task_id: String(task_id) }, body }),
    accept: (id: number) => accept({ params: { proposal_id: String(id) } }),
    decline: (id: number) => decline({ params: { proposal_id: String(id) } }),
  }
}
