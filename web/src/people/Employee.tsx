import { Button, Group } from '@mantine/core'
import { IconMailFast } from '@tabler/icons-react'
import type { Employee } from 'contract'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { expiryAt } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import marks from '../ui/theme/badges.module.css'
import styles from './AllEmployees.module.css'
import { useEmployeeActs } from './useEmployeeActs.ts'

const looks = { size: 'compact-sm', variant: 'subtle', className: styles.act ?? '' } as const
// Still reachable, so that it keeps the focus.
const waiting = { 'aria-disabled': true, 'data-disabled': true } as const

/** Who it is, and what they do here. */
export const Who = ({ employee: { id, full_name, job_title, department } }: { employee: Employee }) => (
  <div className={styles.who}>
    <Initials id={id} name={full_name} size={32} />
    <div>
      <div className={styles.name}>{full_name}</div>
      <div className={styles.work}>{[job_title, department].filter(Boolean).join(' · ')}</div>
    </div>
  </div>
)

export const Address = ({ employee }: { employee: Employee }) => (
  <div className={styles.address}>
    <div>{employee.email}</div>
    {employee.invitation_status === 'pending' && <Invitation employee={employee} />}
  </div>
)

function Invitation({ employee }: { employee: Employee }) {
  const { copyLink, isCopying } = useEmployeeActs()
  const { full_name, invitation_expires_at } = employee
  return (
    <div className={styles.invitation}>
      <span className={marks.mark} data-tone="yellow" title="Invited, and has not followed the link yet">
        <IconMailFast size={14} stroke={2.25} aria-hidden />
        Pending
      </span>
      {invitation_expires_at && (
        <span className={styles.expiry}>
          <RelativeTime at={invitation_expires_at} words={expiryAt} />
        </span>
      )}
      <Button
        {...looks}
        size="compact-xs"
        aria-label={`Copy link of the invitation to ${full_name}`}
        {...(isCopying(employee) && waiting)}
        onClick={() => void copyLink(employee)}
      >
        Copy link
      </Button>
    </div>
  )
}

export function Actions({ employee, edit }: { employee: Employee; edit: (employee: Employee) => void }) {
  const { remove, resend, isResending } = useEmployeeActs()
  const { full_name, invitation_status } = employee
  return (
    <Group gap={4} wrap="nowrap">
      <ReasonedButton {...looks} aria-label={`Edit ${full_name}`} onClick={() => edit(employee)}>
        Edit
      </ReasonedButton>
      <ReasonedButton {...looks} color="red" aria-label={`Delete ${full_name}`} onClick={() => void remove(employee)}>
        Delete
      </ReasonedButton>
      <ReasonedButton
        {...looks}
        aria-label={`Resend Invite to ${full_name}`}
        {...(isResending(employee) && waiting)}
        reason={invitation_status === 'accepted' ? 'This person has already accepted the invitation.' : undefined}
        onClick={() => void resend(employee)}
      >
        {isResending(employee) ? 'Sending...' : 'Resend Invite'}
      </ReasonedButton>
    </Group>
  )
}
