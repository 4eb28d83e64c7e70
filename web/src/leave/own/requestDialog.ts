import { later } from '../../ui/Later.tsx'

/** The dialog with its calendar, which loads once the page is there. */
export const requestDialog = later(() => import('./RequestDialog.tsx').then(({ RequestDialog }) => RequestDialog))
