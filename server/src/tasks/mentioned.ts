import type { Ctx } from '../kit/context.ts'
import { newlyMentioned, notifyReaders } from '../notifications/mentions.ts'
import { mentionedInWork, type Titled } from '../notifications/messages.ts'

type Work = Titled & { task_id: number; project_id: number }
type Texts = { text: string | undefined; before?: string; except?: readonly number[] }

/** Notifies those whom a description mentions for the first time, except those who are told of the work in other words. */
export async function notifyMentioned(ctx: Ctx, { project_id, ...work }: Work, { text = '', before = '', except = [] }: Texts) {
  const mentioned = await newlyMentioned(ctx, project_id, { text, before })
  await notifyReaders(
    ctx,
    mentioned.filter(({ id }) => !except.includes(id)),
    mentionedInWork(ctx.me.name, work),
  )
}
