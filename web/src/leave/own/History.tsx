import { Button, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '../../session/session.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Ledger } from '../Ledger.tsx'
import styles from './MyLeave.module.css'

/** The ledger of one's leave, which explains the balances. */
export function History() {
  const { id } = useMe()
  const [isOpen, setOpen] = useState(false)
  const [page, setPage] = useState(1)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <section aria-labelledby="leave-history">
      <Title order={2} id="leave-history">
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          className={styles.disclosure}
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          History
        </Button>
      </Title>
      {isOpen && (
        <>
          <Text inherit c="dimmed" my="xs" maw={640}>
            What is left of a type is the sum of these entries up to the end of the year: what was granted and corrected, less
            what was taken and what has expired. Requests that are still waiting are subtracted, too, and are not in this list
            yet.
          </Text>
          <Loaded skeleton={<SkeletonRows rows={6} />} failed="The history could not be loaded.">
            <Ledger name="History" person_id={id} page={page} goTo={setPage} />
          </Loaded>
        </>
      )}
    </section>
  )
}
