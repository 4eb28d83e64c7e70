// For tests: imports into the website by its manager, and what they have added.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { okBody, projects, tasks, type testApp } from '../testing/world.ts'

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'as' | 'query'>

export type Named = { title: string; [field: string]: unknown }

/** A file that one of the tools has exported. */
export const fixture = (name: string) => readFileSync(path.join(import.meta.dirname, 'fixtures', name), 'utf8')

export const importPath = `POST /api/projects/${projects.website}/imports/`

export function importer({ as, query }: App) {
  const pam = as('pam')
  return {
    preview: (text: string, choices: object = {}) => pam(`${importPath}preview/`, { text, ...choices }),
    bring: (text: string, choices: object = {}) => pam(importPath, { text, ...choices }),

    /** Removes all imports, and all tasks but those of the world. */
    async clear() {
      await query('delete from imports; delete from trash; delete from notifications')
      await query('delete from tasks where id <> all($1)', Object.values(tasks))
    },

    /** The tasks that imports have added, without what every row has. */
    async added() {
      const { results } = await okBody(pam(`GET /api/tasks/?project=${projects.website}`))
      return results
        .filter(({ id }: { id: number }) => id !== tasks.home_page)
        .map(({ title, description, status, priority, due_date, assigned_to, labels, subtasks, comments }: never) => ({
          ...{ title, description, status, priority, due_date, assigned_to: nameOf(assigned_to) },
          labels: (labels as { name: string }[]).map(({ name }) => name),
          subtasks: (subtasks as Named[]).map((each) => [
            each.title,
            each.status,
            each.due_date,
            each.estimated_hours,
            nameOf(each.assigned_to),
          ]),
          comments: (comments as { text: string; author_name: string }[]).map(
            ({ text, author_name }) => `${author_name}: ${text}`,
          ),
        }))
    },
  }
}

const nameOf = (person: unknown) => (person as Named | null)?.full_name ?? null

/** How many tasks, subtasks and comments a plan would add, how many rows it knows and how many it leaves out. */
export const counts = ({ tasks, subtasks, comments, known, left_out }: Record<string, number>) => [
  tasks,
  subtasks,
  comments,
  known,
  left_out,
]
