import { Button, Group, Text } from '@mantine/core'
import { IconMailFast } from '@tabler/icons-react'
import type { Employee } from 'contract'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { expiryAt } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { inLine } from '../ui/text/inLine.ts'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import marks from '../ui/theme/badges.module.css'
import styles from './AllEmployees.module.css'
import { UndeliverableMark } from './CorrectAddress.tsx'
import { useEmployeeActions } from './useEmployeeActions.ts'

const buttonProps = { size: 'compact-sm', variant: 'subtle', className: styles.act } as const
// `disabled` would take the focus away.
const pendingProps = { 'aria-disabled': true, 'data-disabled': true } as const

export const EmployeeName = ({ employee: { id, full_name, job_title, department } }: { employee: Employee }) => (
  <Group gap="xs" wrap="nowrap" className={styles.text}>
    <Initials id={id} name={full_name} size={32} />
    <div>
      <Text inherit component="div" fw="var(--weight-medium)">
        {full_name}
      </Text>
      <div className="fine">{inLine([job_title, department])}</div>
    </div>
  </Group>
)

type EmailProps = { employee: Employee; reset: () => void; correct: () => void }

export const EmployeeEmail = ({ employee, reset, correct }: EmailProps) => (
  <div className={styles.text}>
    <div>{employee.email}</div>
    {employee.invitation_status === 'pending' ? (
      <Invitation employee={employee} correct={correct} />
    ) : (
      employee.is_undeliverable && <UndeliverableMark />
    )}
    {employee.has_second_factor && <SecondFactor employee={employee} reset={reset} />}
  </div>
)

function Invitation({ employee, correct }: { employee: Employee; correct: () => void }) {
  const { copyLink, isCopying } = useEmployeeActions()
  const { full_name, invitation_expires_at, is_undeliverable } = employee
  return (
    <Group gap="0 var(--space-1-half)">
      <span className={marks.mark} data-tone="yellow" title="Invited, and has not followed the link yet">
        <IconMailFast size={14} stroke={2.25} aria-hidden />
        Pending
      </span>
      {is_undeliverable && (
        <>
          <UndeliverableMark />
          <Button {...buttonProps} size="compact-xs" aria-label={`Correct the address of ${full_name}`} onClick={correct}>
            Correct address
          </Button>
        </>
      )}
      {invitation_expires_at && (
        <span className="fine">
          <RelativeTime at={invitation_expires_at} words={expiryAt} />
        </span>
      )}
      <Button
        {...buttonProps}
        size="compact-xs"
        aria-label={`Copy link of the invitation to ${full_name}`}
        {...(isCopying(employee) && pendingProps)}
        onClick={() => void copyLink(employee)}
      >
        Copy link
      </Button>
    </Group>
  )
}

const SecondFactor = ({ employee, reset }: { employee: Employee; reset: () => void }) => (
  <Group gap="0 var(--space-1-half)">
    <span className="fine">Second factor</span>
    <Button {...buttonProps} size="compact-xs" aria-label={`Reset the second factor of ${employee.full_name}`} onClick={reset}>
      Reset
    </Button>
  </Group>
)

export function EmployeeActions({ employee, edit }: { employee: Employee; edit: () => void }) {
  const { remove, resend, isResending } = useEmployeeActions()
  const { full_name, invitation_status } = employee
  return (
    <Group gap="2xs" wrap="nowrap">
      <ReasonedButton {...buttonProps} aria-label={`Edit ${full_name}`} onClick={edit}>
        Edit
      </ReasonedButton>
      <ReasonedButton {...buttonProps} color="red" aria-label={`Delete ${full_name}`} onClick={() => void remove(employee)}>
        Delete
      </ReasonedButton>
      <ReasonedButton
        {...buttonProps}
        aria-label={`Resend Invite to ${full_name}`}
        {...(isResending(employee) && pendingProps)}
        reason={invitation_status === 'accepted' ? 'This person has already accepted the invitation.' : undefined}
        onClick={() => void resend(employee)}
      >
        {isResending(employee) ? 'Sending...' : 'Resend Invite'}
      </ReasonedButton>
    </Group>
  )
}
