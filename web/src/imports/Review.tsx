import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ImportFormat, ImportPlan } from 'contract'
import { messageOf } from '../api/messages.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { EncodingField } from '../ui/form/EncodingField.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { Examples, LabelMatches, People, Problems } from './Findings.tsx'
import styles from './Imports.module.css'
import { Columns, Dates, Statuses } from './Mapping.tsx'
import type { useImportPlan } from './useImport.ts'
import { countsIn, formatOptions, nameOfFormat } from './words.ts'

type Props = {
  state: ReturnType<typeof useImportPlan>
  isImporting: boolean
  bring: () => void
}

/** The dry run of the chosen file, and the choices about it. */
export function Review({ state, isImporting, bring }: Props) {
  const { plan, file, choices, change, error, isReading } = state
  return (
    <div className={styles.review}>
      <div className={styles.bar}>
        <span className={styles.file}>
          <IconFileText size={18} aria-hidden />
          <span className="truncate" title={file?.name}>
            {file?.name || 'Pasted text'}
          </span>
        </span>
        <NativeSelect
          size="xs"
          aria-label="Format"
          data={formatOptions}
          value={choices.format ?? plan?.format ?? 'csv'}
          onChange={(event) => state.changeFormat(event.currentTarget.value as ImportFormat)}
        />
        {file && <EncodingField file={file} change={state.changeEncoding} />}
        <Button variant="default" size="xs" onClick={() => state.choose(undefined)}>
          Choose another file
        </Button>
      </div>
      {error ? (
        <Failed message={messageOf(error, 'The file could not be read.')} retry={() => void state.retry()} />
      ) : plan ? (
        <>
          <Summary plan={plan} isBusy={isReading} isImporting={isImporting} bring={bring} />
          <Dates plan={plan} choices={choices} change={change} />
          <div className={styles.parts}>
            <div className={styles.stack}>
              <Columns plan={plan} choices={choices} change={change} />
              <Examples plan={plan} />
              <Problems plan={plan} />
            </div>
            <div className={styles.stack}>
              <Statuses plan={plan} choices={choices} change={change} />
              <People plan={plan} />
              <LabelMatches plan={plan} />
            </div>
          </div>
        </>
      ) : (
        <Skeleton height={220} radius="md" animate={false} />
      )}
    </div>
  )
}

type SummaryProps = { plan: ImportPlan; isBusy: boolean; isImporting: boolean; bring: () => void }

function Summary({ plan, isBusy, isImporting, bring }: SummaryProps) {
  const { known, left_out, notes, format } = plan
  const isEmpty = plan.tasks + plan.subtasks === 0
  const lines = [
    ...(known
      ? [known === 1 ? '1 row was imported before and is skipped.' : `${known} rows were imported before and are skipped.`]
      : []),
    ...(left_out ? [left_out === 1 ? '1 row can’t be imported.' : `${left_out} rows can’t be imported.`] : []),
    ...notes,
  ]
  return (
    <section className={styles.summary} aria-label="What would happen" aria-busy={isBusy}>
      <div className={styles.outcome}>
        <h2 className={styles.counts}>{isEmpty ? 'Nothing new to import' : countsIn(plan)}</h2>
        <p className="fine">
          {isEmpty ? `Read as ${nameOfFormat(format)}.` : `Read as ${nameOfFormat(format)}. Nothing is created yet.`}
        </p>
        {lines.length > 0 && (
          <ul className={styles.notes}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <ReasonedButton reason={isBusy ? 'The file is being read again' : reasonFor(plan)} loading={isImporting} onClick={bring}>
        Import
      </ReasonedButton>
    </section>
  )
}

function reasonFor({ tasks, subtasks, dates, columns }: ImportPlan) {
  if (columns.length > 0 && !columns.some(({ field }) => field === 'title')) return 'Choose the column that has the titles first'
  if (tasks + subtasks === 0) return 'There is nothing new in this file'
  return dates.example !== null && dates.order === null ? 'Choose how the dates are meant first' : undefined
}
