// Parts of boards and lists that nobody needs at once, loaded after the page.
import { later } from '../../ui/Later.tsx'

export const selectionBar = later(() => import('./SelectionBar.tsx').then(({ SelectionBar }) => SelectionBar))
export const dueDateDialog = later(() => import('./DueDateForm.tsx').then(({ DueDateDialog }) => DueDateDialog))
