import { mostStages, problemOf, type RecruitingStage, stageProblems, stageRules } from 'contract'

/** An open stage as it is typed. A new one has no id. */
export type TypedStage = { key: number; id: number | null; name: string }
export type StageValues = { open: readonly TypedStage[]; hired: string; rejected: string }

let lastKey = 0

/** Ids are positive, so the keys of new stages differ from them. */
export const blankStage = (): TypedStage => ({ key: --lastKey, id: null, name: '' })

const folded = (name: string) => stageRules.name.clean(name).toLowerCase()

/** The problem of a name among all names, in their order: the second one of two that are the same is wrong. */
export function nameProblem(names: readonly string[], index: number) {
  const name = names[index] ?? ''
  const isTwice = names.slice(0, index).some((other) => folded(other) === folded(name))
  return problemOf(stageRules.name, name) ?? (isTwice ? stageProblems.twice : undefined)
}

export const namesIn = ({ open, hired, rejected }: StageValues) => [...open.map(({ name }) => name), hired, rejected]

function listProblem(values: StageValues) {
  const { open } = values
  if (open.length === 0) return stageProblems.noOpen
  if (open.length > mostStages) return stageProblems.tooMany
  const names = namesIn(values)
  const ofRows = open.map((_, index) => nameProblem(names, index)).find(Boolean)
  return ofRows ?? (names.some((_, index) => nameProblem(names, index) === stageProblems.twice) ? stageProblems.twice : undefined)
}

export const stageForm = {
  blank: { open: [], hired: '', rejected: '' } as StageValues,
  from(stages: readonly RecruitingStage[]): StageValues {
    const nameOf = (kind: RecruitingStage['kind']) => stages.find((stage) => stage.kind === kind)?.name ?? ''
    const open = stages.filter(({ kind }) => kind === 'open').map(({ id, name }) => ({ key: id, id, name }))
    return { open, hired: nameOf('hired'), rejected: nameOf('rejected') }
  },
  toBody: ({ open, hired, rejected }: StageValues) => ({
    open: open.map(({ id, name }) => ({ id, name: stageRules.name.clean(name) })),
    hired: stageRules.name.clean(hired),
    rejected: stageRules.name.clean(rejected),
  }),
  problems: (values: StageValues) => ({
    open: listProblem(values),
    hired: problemOf(stageRules.name, values.hired),
    rejected: problemOf(stageRules.name, values.rejected),
  }),
}
