import type { Api } from 'contract'
import { type Handlers, slow } from '../kit/http/pipeline.ts'

const examinations = { max: 6, seconds: 60 }

export const doctor: Handlers<Api['doctor']> = {
  examine: slow({
    before:
      async ({ services }) =>
      async () => {
        await services.limits.mustTake('system health', examinations)
        return services.examine()
      },
    handle: async (_ctx, _input, findings) => ({ checked_at: new Date().toISOString(), findings }),
  }),
}
