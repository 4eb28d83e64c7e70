import { z } from 'zod'
import { Detail, id, idText, listOf, Nothing, page, timestamp } from './common.ts'
import { workspace } from './endpoint.ts'
import { NewSubtask, Subtask } from './tasks.ts'

/** A subtask that a developer proposes. It is open until the project's manager accepts or declines it, or its task is deleted. */
export const Proposal = z.object({
  id,
  /** The project's id. */
  project: id,
  task: z.object({ id, title: z.string() }),
  author: z.object({ id, full_name: z.string() }),
  title: z.string(),
  description: z.string(),
  estimated_hours: z.number().nullable(),
  created_at: timestamp,
})
export type Proposal = z.output<typeof Proposal>

export const NewProposal = NewSubtask.pick({ title: true, description: true, estimated_hours: true })

const ofProposal = z.object({ proposal_id: idText })

export const requests = {
  /**
   * Asks the project's manager for a subtask that nobody has. The manager is notified once a day of each person and subtask: a repeated
   * request is answered 200, too. Refused with 400 if the subtask is assigned or done, or the project inactive, and with 429 after 20
   * requests of one person within an hour.
   */
  create: workspace({
    route: 'POST /api/subtasks/:subtask_id/request/',
    access: ['developer'],
    params: z.object({ subtask_id: idText }),
    returns: Detail,
  }),
}

/** Changes in an inactive project are refused with 400. A proposal that somebody else has accepted or declined is not found. */
export const proposals = {
  /** The open proposals of the project, the oldest first. A developer sees their own. */
  list: workspace({
    route: 'GET /api/projects/:project_id/proposals/',
    models: ['proposals'],
    access: ['project_manager', 'developer'],
    params: z.object({ project_id: idText }),
    query: z.object(page(100)),
    returns: listOf(Proposal),
  }),
  /**
   * Notifies the project's manager. For the task's assignee, and for those who have a subtask in it; other members get 403. A person
   * makes at most 20 proposals an hour, then 429.
   */
  create: workspace({
    route: 'POST /api/tasks/:task_id/proposals/',
    access: ['developer'],
    status: 201,
    params: z.object({ task_id: idText }),
    body: NewProposal,
    returns: Proposal,
  }),
  /** Creates the subtask and assigns it to its proposer. Refused with 400 if they have left the project. */
  accept: workspace({
    route: 'POST /api/proposals/:proposal_id/accept/',
    access: ['project_manager'],
    params: ofProposal,
    returns: Subtask,
  }),
  /** Notifies the proposer. */
  decline: workspace({
    route: 'POST /api/proposals/:proposal_id/decline/',
    access: ['project_manager'],
    status: 204,
    params: ofProposal,
    returns: Nothing,
  }),
}
