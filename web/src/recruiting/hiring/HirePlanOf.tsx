import { Button, Text } from '@mantine/core'
import { type Application, api } from 'contract'
import { useData } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { PersonLink } from '../../directory/PersonName.tsx'
import { PersonFacts, PersonSection } from '../../directory/person/PersonSection.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { useApplicationChanges } from '../changes.ts'

/** How far an applicant's hire is; nothing before it is prepared. */
export function HirePlanOf({ application }: { application: Application }) {
  const { hire, hired, may_manage } = application
  if (hired)
    return (
      <PersonSection id="hire" title="Hired">
        <Text inherit>
          <PersonLink person={hired} /> has been invited as an employee.
        </Text>
      </PersonSection>
    )
  return hire && may_manage && <Waiting application={application} hire={hire} />
}

type WaitingProps = { application: Application; hire: NonNullable<Application['hire']> }

function Waiting({ application: { id, full_name }, hire }: WaitingProps) {
  const place = useData(api.locations.list, {}).find((location) => location.id === hire.location)
  const { withdraw } = useApplicationChanges(id)
  const askToWithdraw = async () => {
    const message = `Withdraw the invitation of ${full_name}? The administrators are not asked any more. You can hire later.`
    if (!(await confirm({ title: 'Withdraw invitation', message, isDangerous: true }))) return
    try {
      await withdraw()
      document.getElementById('applicant')?.focus({ preventScroll: true })
      toast.success('The invitation is withdrawn.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The invitation could not be withdrawn.'))
    }
  }
  return (
    <PersonSection
      id="hire"
      title="Hire"
      note="Waits for an administrator to send the invitation."
      actions={
        <Button variant="default" size="xs" onClick={() => void askToWithdraw()}>
          Withdraw
        </Button>
      }
    >
      <PersonFacts
        facts={[
          { label: 'Job title', value: hire.job_title },
          { label: 'Department', value: hire.department },
          { label: 'First day', value: formatDate(hire.starts_on) },
          place !== undefined && { label: 'Location', value: place.name },
          {
            label: 'Prepared',
            value: (
              <>
                <RelativeTime at={hire.prepared_at} /> by {hire.prepared_by.full_name}
              </>
            ),
          },
        ]}
      />
    </PersonSection>
  )
}
