import type { Db } from '../kit/db/db.ts'

/** The blockers of some work, by titles within one project. */
const waiting: Readonly<Record<string, readonly string[]>> = {
  'Cut-over': ['Import of invoices', 'Rights', 'Reports'],
  'Switch over': ['Rehearse it on a copy', 'Tell the customers'],
  'Turn the old server off': ['Switch over'],
  'Press kit': ['Landing page'],
  'Opening day': ['Permits', 'Tools and stands'],
}

export async function addDependencies(db: Db) {
  const places = await placesOf(db)
  const rows = Object.entries(waiting).flatMap(([title, blockers]) => {
    const work = placeIn(places, title)
    return blockers.map((blocker) => {
      const { task_id, subtask_id } = placeIn(places, blocker)
      return { ...work, blocker_task_id: task_id, blocker_subtask_id: subtask_id }
    })
  })
  await db.insertInto('dependencies').values(rows).execute()
}

type Place = { project_id: number; task_id: number; subtask_id: number | null }

function placeIn(places: ReadonlyMap<string, Place>, title: string) {
  const place = places.get(title)
  if (!place) throw new Error(`The demonstration has no ${title}`)
  return place
}

/** By title. */
async function placesOf(db: Db) {
  const tasks = await db.selectFrom('tasks').select(['id', 'project_id', 'title']).execute()
  const subtasks = await db.selectFrom('subtasks').select(['id', 'task_id', 'title']).execute()
  const places = new Map<string, Place>()
  for (const { id: task_id, project_id, title } of tasks) places.set(title, { project_id, task_id, subtask_id: null })
  for (const { id: subtask_id, task_id, title } of subtasks) {
    const project_id = tasks.find(({ id }) => id === task_id)?.project_id
    if (project_id !== undefined && !places.has(title)) places.set(title, { project_id, task_id, subtask_id })
  }
  return places
}
