import { later } from '../../ui/Later.tsx'

const load = () => import('./deciding.tsx')

export const decisionDialog = later(() => load().then(({ DecisionDialog }) => DecisionDialog))
export const endangeredWork = later(() => load().then(({ Endangered }) => Endangered))
