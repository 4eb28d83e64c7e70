import { type Api, keyOf } from 'contract'
import { refused } from '../kit/errors.ts'
import type { Handlers } from '../kit/http/pipeline.ts'
import { subtaskRequested } from '../notifications/messages.ts'
import { notify } from '../notifications/notify.ts'
import { inactive } from '../projects/rules.ts'
import { findSubtask } from './subtasks.ts'

const perSubtask = { max: 1, seconds: 24 * 60 * 60 }
const perPerson = { max: 20, seconds: 60 * 60 }
const asked = { detail: 'The project manager has been asked for this subtask.' }

export const requests: Handlers<Api['requests']> = {
  async create(ctx, { params }) {
    const { db, me, tenant, services } = ctx
    // The lock keeps the manager from assigning it meanwhile.
    const { id, number, title, task_id, assigned_to_id, status, project } = await findSubtask(ctx, params.subtask_id)
    if (!project.is_active) throw inactive()
    if (assigned_to_id === me.id) throw refused('This subtask is already assigned to you.')
    if (assigned_to_id !== null) throw refused('This subtask has been assigned to somebody else.')
    if (status === 'done') throw refused('This subtask is done.')
    // Both count when this transaction commits. Another manager is asked again.
    const isRepeated = await services.limits.take(`request ${tenant.id} ${me.id} ${id} ${project.assigned_pm}`, perSubtask, db)
    if (isRepeated) return asked
    await services.limits.mustTake(`requests ${tenant.id} ${me.id}`, perPerson, db)
    const subtask = { key: keyOf(project.key, number), title, task_id, project: project.name }
    await notify(ctx, { to: [project.assigned_pm], ...subtaskRequested(me.name, subtask) })
    return asked
  },
}
