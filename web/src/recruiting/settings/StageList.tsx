import { Button, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { mostStages } from 'contract'
import type { ReactNode } from 'react'
import { MoveHandle, type Moving } from '../../tasks/mine/MoveHandle.tsx'
import { useEditedRows } from '../../tasks/mine/useEditedRows.ts'
import { RemoveButton } from '../../ui/list/RemoveButton.tsx'
import styles from './RecruitingSettings.module.css'
import { blankStage, type TypedStage } from './stageForm.ts'

type Problem = string | false | undefined
type Props = {
  stages: readonly TypedStage[]
  /** That of a stage, once it has been judged. */
  problemAt: (index: number) => Problem
  /** That of the list as a whole, or of a stage in it. */
  problem: ReactNode
  set: (stages: readonly TypedStage[]) => void
}

/** The stages before a decision, to rename, move, add and remove. */
export function StageList({ stages, problemAt, problem, set }: Props) {
  const { list, adder, news, moving, change, add, remove } = useEditedRows({
    rows: stages,
    set,
    blank: blankStage,
    removed: 'Stage removed.',
  })
  const isShownBeside = stages.some((_, index) => problemAt(index))
  return (
    <div>
      <ol ref={list} className={styles.stages} aria-label="Stages before a decision">
        {stages.map((stage, index) => (
          <Stage
            key={stage.key}
            {...{ stage, index, moving }}
            problem={problemAt(index)}
            change={(part) => change(stage.key, part)}
            remove={() => remove(stage.key)}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      {problem && !isShownBeside && (
        <Text inherit role="alert" tabIndex={-1} mt="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
      {stages.length < mostStages && (
        <Button ref={adder} variant="subtle" size="compact-sm" mt="xs" onClick={add}>
          + Add Stage
        </Button>
      )}
    </div>
  )
}

type StageProps = {
  stage: TypedStage
  index: number
  moving: Moving
  problem: Problem
  change: (part: Partial<TypedStage>) => void
  remove: () => void
}

function Stage({ stage: { key, name }, index, moving, problem, change, remove }: StageProps) {
  const number = index + 1
  return (
    <li className={styles.stage} data-row={key}>
      <MoveHandle of={name || `stage ${number}`} id={key} moving={moving} />
      <TextInput
        aria-label={`Name of stage ${number}`}
        autoComplete="off"
        maxLength={50}
        value={name}
        error={problem}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <RemoveButton of={`stage ${number}`} onClick={remove} />
    </li>
  )
}
