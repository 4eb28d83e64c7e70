// The dialogs of projects, loaded after the page.
import { later } from '../ui/Later.tsx'

export const createProjectDialog = later(() => import('./CreateProject.tsx').then(({ CreateProject }) => CreateProject))
export const editProjectDialog = later(() => import('./EditProject.tsx').then(({ EditProject }) => EditProject))
export const addMembersDialog = later(() => import('./AddMembers.tsx').then(({ AddMembers }) => AddMembers))
export const postUpdateDialog = later(() => import('./PostUpdate.tsx').then(({ PostUpdate }) => PostUpdate))
