import { z } from 'zod'
import { id, idText, listOf, Nothing, page, ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import { type Format, lineRule } from './rules.ts'

export const defaultLabelColor = '#00C4B4'

export const Label = z.object({ id, name: z.string(), color: z.string() })
export type Label = z.output<typeof Label>

export const labelRules = { name: lineRule({ max: 50, empty: 'Label name is required.' }) }
export const colorFormat: Format = { pattern: /^#[0-9A-Fa-f]{6}$/, message: 'Use the colour format #RRGGBB.' }

const name = ruled(labelRules.name)
const color = z.string(colorFormat.message).trim().regex(colorFormat.pattern, colorFormat.message)

export const NewLabel = z.object({
  name,
  color: z.preprocess((value) => (value === '' || value === null ? undefined : value), color.default(defaultLabelColor)),
})
export const LabelChange = z.object({ name, color }).partial()

const params = z.object({ label_id: idText })

export const labels = {
  list: workspace({
    route: 'GET /api/labels/',
    models: ['labels'],
    is_kept_on_device: true,
    access: ['tenant_admin', 'project_manager'],
    query: z.object(page(100)),
    returns: listOf(Label),
  }),
  create: workspace({ route: 'POST /api/labels/', access: ['tenant_admin'], status: 201, body: NewLabel, returns: Label }),
  update: workspace({
    route: 'PATCH /api/labels/:label_id/',
    access: ['tenant_admin'],
    params,
    body: LabelChange,
    returns: Label,
  }),
  remove: workspace({ route: 'DELETE /api/labels/:label_id/', access: ['tenant_admin'], status: 204, params, returns: Nothing }),
  /** Undoes a deletion by the caller within `undoSeconds`. */
  restore: workspace({ route: 'POST /api/labels/:label_id/restore/', access: ['tenant_admin'], params, returns: Label }),
}
