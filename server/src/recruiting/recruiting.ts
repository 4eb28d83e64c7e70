import type { Api } from 'contract'
import type { Handlers, Judges } from '../kit/http/pipeline.ts'
import { applicationCallJudges, applicationCalls, readRemoved } from './applications.ts'
import { hireCalls, hireJudges } from './hires.ts'
import { interviewCalls, interviewJudges } from './interviews.ts'
import { recruitingChanged } from './rules.ts'
import { stageJudges, stages } from './stages.ts'
import { mailTemplateJudges, mailTemplates } from './templates.ts'

export const applications: Handlers<Api['applications']> = { ...applicationCalls, ...interviewCalls, ...hireCalls }
export const applicationJudges: Judges<Api['applications']> = { ...applicationCallJudges, ...interviewJudges, ...hireJudges }

export const recruiting: Handlers<Api['recruiting']> = {
  ...stages,
  ...mailTemplates,

  async settings({ db, tenant }) {
    return db.selectFrom('tenants').select('retention_days').where('id', '=', tenant.id).executeTakeFirstOrThrow()
  },

  async changeSettings(ctx, { body }) {
    await ctx.db.updateTable('tenants').set(body).where('id', '=', ctx.tenant.id).execute()
    recruitingChanged(ctx)
    return body
  },

  async removed(ctx) {
    return readRemoved(ctx)
  },
}
export const recruitingJudges: Judges<Api['recruiting']> = { ...stageJudges, ...mailTemplateJudges }
