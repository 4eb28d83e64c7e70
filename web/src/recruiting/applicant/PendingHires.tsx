import { Anchor, Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type PendingHire } from 'contract'
import { useEffect, useRef } from 'react'
import { readOf } from '../../api/data.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Count } from '../../ui/text/Count.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { mailAddress } from '../../ui/text/links.tsx'
import { ConfirmHire } from '../hiring/ConfirmHire.tsx'
import { DeclineHire } from '../hiring/DeclineHire.tsx'
import styles from './Dashboard.module.css'
import { useReportedHeight } from './useReportedHeight.ts'

/** Events tell when there are others. */
const staleTime = Number.POSITIVE_INFINITY
const none: readonly PendingHire[] = []

type Decision = { hire: PendingHire; is_confirmed: boolean }

/** Hired applicants who wait for an administrator's invitation, or nothing for none. `onHeight` receives its height in pixels. */
export function PendingHires({ onHeight }: { onHeight: (height: number) => void }) {
  const { data = none, isSuccess, isError } = useQuery({ ...readOf(api.applications.hires, {}), staleTime })
  const { dialog, open, close } = useDialog<Decision>()
  const root = useRef<HTMLElement>(null)
  const count = data.length
  useReportedHeight(root, { isKnown: isSuccess || isError, count, report: onHeight })
  useFocusAfterDecision(count, dialog !== undefined)
  if (count === 0 && !dialog) return null
  return (
    <section ref={root} aria-labelledby="to-invite">
      <Title order={2} id="to-invite" tabIndex={-1} mb="xs">
        To Invite <Count>{count}</Count>
      </Title>
      <ul className={styles.list} aria-labelledby="to-invite">
        {data.map((hire) => (
          <One key={hire.application} hire={hire} decide={(is_confirmed) => open({ hire, is_confirmed })} />
        ))}
      </ul>
      {dialog &&
        (dialog.is_confirmed ? (
          <ConfirmHire hire={dialog.hire} close={close} />
        ) : (
          <DeclineHire hire={dialog.hire} close={close} />
        ))}
    </section>
  )
}

function One({ hire, decide }: { hire: PendingHire; decide: (is_confirmed: boolean) => void }) {
  const { full_name, email, job_title, department, starts_on, prepared_by } = hire
  return (
    <li className={styles.hire}>
      <span className={styles.who}>
        <strong className={styles.name}>{full_name}</strong>{' '}
        <Anchor href={mailAddress(email)} inherit>
          {email}
        </Anchor>
      </span>
      <span className={styles.who}>
        {job_title}, {department}, from {formatDate(starts_on)}
        <span className="dimmed"> · prepared by {prepared_by.full_name}</span>
      </span>
      <Group gap="xs" wrap="nowrap">
        <Button size="xs" aria-label={`Invite ${full_name}`} onClick={() => decide(true)}>
          Invite
        </Button>
        <Button variant="default" size="xs" aria-label={`Decline ${full_name}`} onClick={() => decide(false)}>
          Decline
        </Button>
      </Group>
    </li>
  )
}

/** Puts the focus on the list, or on the page, when the row that had it has disappeared. */
function useFocusAfterDecision(count: number, isDeciding: boolean) {
  const before = useRef(count)
  useEffect(() => {
    if (isDeciding) return
    const place = document.getElementById('to-invite') ?? document.getElementById('content')
    if (count < before.current && document.activeElement === document.body) place?.focus({ preventScroll: true })
    before.current = count
  }, [count, isDeciding])
}
