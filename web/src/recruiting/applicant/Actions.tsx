import { Button, Group, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type Application, applicationProblems, type RecruitingStage } from 'contract'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { useApplicationChanges } from '../changes.ts'
import { InterviewDialog } from '../interviews/InterviewDialog.tsx'
import { MailDialog } from '../mails/MailDialog.tsx'
import { useStageChange } from '../stages/useStageChange.tsx'
import styles from './Applicant.module.css'

type Props = { application: Application; stages: readonly RecruitingStage[] }

/** What HR does about an applicant. */
export function Actions({ application, stages }: Props) {
  const { hire, hired } = application
  const applicant = { ...application, stage: application.stage.id }
  const stageChange = useStageChange(stages)
  const { dialog, open, close } = useDialog<'interview' | 'mail'>()
  const removeData = useRemoval(application)
  const reason = hired ? applicationProblems.hired : hire ? applicationProblems.waiting : undefined
  return (
    <Group gap="xs" className={styles.actions}>
      <StageMenu current={applicant.stage} stages={stages} reason={reason} change={(to) => stageChange.change(applicant, to)} />
      <Button variant="default" onClick={() => open('interview')}>
        Plan Interview
      </Button>
      <Button variant="default" onClick={() => open('mail')}>
        Send Mail
      </Button>
      {!hire && !hired && <Button onClick={() => stageChange.hire(applicant)}>Hire</Button>}
      <Button variant="subtle" color="red" onClick={() => void removeData()}>
        Remove Data
      </Button>
      {stageChange.dialogs}
      {dialog === 'interview' && <InterviewDialog application={application} close={close} />}
      {dialog === 'mail' && <MailDialog recipient={application} close={close} />}
    </Group>
  )
}

type MenuProps = {
  current: number
  stages: readonly RecruitingStage[]
  /** Why the applicant can't be moved. */
  reason: string | undefined
  change: (stage: number) => void
}

function StageMenu({ current, stages, reason, change }: MenuProps) {
  if (reason)
    return (
      <ReasonedButton variant="default" reason={reason}>
        Move
      </ReasonedButton>
    )
  return (
    <Menu withinPortal width={220} position="bottom-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Move
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {stages.map(({ id, name }) => (
          <Menu.Item
            key={id}
            disabled={id === current}
            rightSection={id === current ? 'here' : undefined}
            onClick={() => change(id)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A function that asks, and then removes the applicant's data. */
function useRemoval({ id, full_name, hire }: Application) {
  const { removeData } = useApplicationChanges(id)
  return async () => {
    const message = `Remove the data of ${full_name}? The name, the contact, the CV, the answers, the interviews, the ratings, the notes and the mails are deleted${hire ? ', and nobody is invited' : ''}. This can’t be undone.`
    if (!(await confirm({ title: 'Remove data', message, isDangerous: true }))) return
    try {
      await removeData()
      document.getElementById('applicant')?.focus({ preventScroll: true })
      toast.success('The applicant’s data has been removed.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The data could not be removed.'))
    }
  }
}
