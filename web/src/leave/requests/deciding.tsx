// What needs the code of tasks, which the other pages of leave do without.
export { DecisionDialog } from './DecisionDialog.tsx'
export { Endangered } from './Endangered.tsx'
