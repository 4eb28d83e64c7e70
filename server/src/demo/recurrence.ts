import type { Recurrence } from 'contract'
import type { Db } from '../kit/db/db.ts'

/** Open tasks that come again, by title. */
const recurring: Readonly<Record<string, Recurrence>> = {
  Reports: 'monthly',
  'Stock of the first week': 'weekly',
  'Speed on old laptops': 'weekly',
}

/** A task is its title, its description, the days from the start of a project to its due date, and its subtasks. */
const openingAShop = [
  ['Rooms', 'Dry, at ground level, near a cycle path.', 21, ['Visit six places', 'Compare the rents', 'Sign the contract']],
  ['Permits', 'Ask the city for the list first.', 40, ['List the papers', 'Hand them in', 'Answer the questions']],
  ['Team', 'Three mechanics, two trainees.', 50, ['Write the job advertisement', 'Talk to twelve people']],
  ['Opening day', '- [ ] Coffee\n- [ ] Free brake checks\n- [ ] Neighbours invited', 60, ['Choose the day', 'Print the signs']],
] as const

export async function addRecurrence(db: Db, people: Readonly<Record<string, number>>) {
  for (const [title, recurrence] of Object.entries(recurring))
    await db.updateTable('tasks').set({ recurrence }).where('title', '=', title).where('status', '!=', 'done').execute()
  const { id: template_id } = await db
    .insertInto('templates')
    .values({ name: 'Opening a shop', description: 'As we did it in Lisbon.', author_id: people.miles ?? 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const work = openingAShop.flatMap(([title, description, due_after, subtasks]) => [
    { title, description, due_after, isTask: true },
    ...subtasks.map((subtask) => ({ title: subtask, description: '', due_after: due_after - 7, isTask: false })),
  ])
  let task = 0
  const rows = work.map(({ isTask, ...row }, index) => {
    const position = index + 1
    if (isTask) task = position
    return { ...row, template_id, position, parent_position: isTask ? null : task, priority: 'medium' as const }
  })
  await db.insertInto('template_work').values(rows).execute()
}
