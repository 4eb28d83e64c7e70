import { z } from 'zod'
import { id, idText, listOf, Nothing, page, ruled } from './common.ts'
import { workspace } from './endpoint.ts'
import { brokenRules, type Format, lineRule, optionalEntryRule, required, type TextRule } from './rules.ts'

/** How many shared views a project has at most, and how many private ones each person has in it. */
export const mostViews = 50

/** The filters of a project's page under a name. */
export const SavedView = z.object({
  id,
  name: z.string(),
  /** The query string of the page's address, without `?`. Empty for the page without filters. */
  query: z.string(),
  /** For everybody who sees the project, or else for its author alone. */
  is_shared: z.boolean(),
  author: z.object({ id, full_name: z.string() }),
})
export type SavedView = z.output<typeof SavedView>

const queryFormat: Format = { pattern: /^(?!\?)[^\p{Cc}\s#]*$/u, message: 'Not a valid query string.' }
// A part of an address, which browsers escape.
const queryText = { ...optionalEntryRule({ max: 2000 }), clean: (text: string) => text.trim() }
const queryRule: TextRule = {
  ...queryText,
  empty: required,
  problems: (text) => [...queryText.problems(text), ...brokenRules([queryFormat], text)],
}

export const viewRules = { name: lineRule({ max: 60, empty: 'View name is required.' }) }

const name = ruled(viewRules.name)
const query = ruled(queryRule)
const is_shared = z.boolean('Must be true or false.')

const ofProject = z.object({ project_id: idText })
const ofView = z.object({ view_id: idText })

/** Developers keep private views, and read shared ones. */
const access = ['tenant_admin', 'project_manager', 'developer'] as const

export const views = {
  /** One's own private views of the project and the shared ones, by name. */
  list: workspace({
    route: 'GET /api/projects/:project_id/views/',
    models: ['views'],
    is_kept_on_device: true,
    access,
    params: ofProject,
    query: z.object(page(100)),
    returns: listOf(SavedView),
  }),
  create: workspace({
    route: 'POST /api/projects/:project_id/views/',
    access,
    status: 201,
    params: ofProject,
    body: z.object({ name, query, is_shared: is_shared.default(false) }),
    returns: SavedView,
  }),
  update: workspace({
    route: 'PATCH /api/views/:view_id/',
    access,
    params: ofView,
    body: z.object({ name, query, is_shared }).partial(),
    returns: SavedView,
  }),
  remove: workspace({ route: 'DELETE /api/views/:view_id/', access, status: 204, params: ofView, returns: Nothing }),
}
