import { Skeleton, Text } from '@mantine/core'
import { api, type Label } from 'contract'
import { useState } from 'react'
import { useData } from '../api/data.ts'
import { Empty } from '../ui/feedback/Empty.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { useAddress } from '../ui/hooks/address.ts'
import { useIsNarrow } from '../ui/hooks/useIsNarrow.ts'
import { Section } from '../ui/list/Section.tsx'
import { ShowAll } from '../ui/list/ShowAll.tsx'
import sections from '../ui/list/section.module.css'
import { EditLabel, NewLabel } from './LabelForm.tsx'
import { LabelRow } from './LabelRow.tsx'
import styles from './Labels.module.css'
import { useLabelsWithPending } from './read.ts'

/** The tenant admin's labels of tasks, low if they have a page of their own. */
export const Labels = ({ page }: { page?: string }) => (
  <Section id="labels" title="Labels" page={page}>
    <div className={styles.form}>
      <NewLabel />
    </div>
    <Loaded skeleton={<Waiting />} failed="Failed to fetch labels.">
      <LabelList isShort={page !== undefined} />
    </Loaded>
  </Section>
)

const shownAtFirst = { wide: 40, narrow: 12 }

function LabelList({ isShort }: { isShort: boolean }) {
  const { count, results } = useData(api.labels.list, { query: { limit: '1000' } })
  const labels = useLabelsWithPending(results)
  const [edited, setEdited] = useState<{ isOpen: boolean; label?: Label }>({ isOpen: false })
  const [params, put] = useAddress()
  const isNarrow = useIsNarrow(48)
  const atFirst = isNarrow ? shownAtFirst.narrow : shownAtFirst.wide
  const showsAll = params.get('labels') === 'all'
  const close = () => setEdited((last) => ({ ...last, isOpen: false }))
  if (labels.length === 0)
    return <Empty>There are no labels yet. Project managers put labels on tasks, to tell their kinds apart.</Empty>
  return (
    <div className={isShort ? sections.well : undefined}>
      <ul className={styles.labels} aria-labelledby="labels">
        {(showsAll ? labels : labels.slice(0, atFirst)).map((label) => (
          <LabelRow key={label.id} label={label} edit={() => setEdited({ isOpen: true, label })} />
        ))}
      </ul>
      <ShowAll
        count={labels.length}
        atFirst={atFirst}
        showsAll={showsAll}
        toggle={() => put({ labels: showsAll ? '' : 'all' })}
      />
      {count > results.length && (
        <Text inherit c="dimmed" mt="sm">
          The first {results.length} of {count} are listed.
        </Text>
      )}
      <FormDialog isOpen={edited.isOpen} close={close} title="Edit Label">
        {edited.label && <EditLabel label={edited.label} close={close} />}
      </FormDialog>
    </div>
  )
}

const Waiting = () => (
  <div className={styles.labels}>
    {Array.from({ length: 8 }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <Skeleton key={i} height={44} radius="md" animate={false} />
    ))}
  </div>
)
