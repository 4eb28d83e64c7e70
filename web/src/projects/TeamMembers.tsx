import { Group, Text, Title } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import type { Member, Project } from 'contract'
import { api } from 'contract'
import { Refused } from '../api/call.ts'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { useMe } from '../session/session.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { ReasonedButton } from '../ui/form/ReasonedButton.tsx'
import { useDialog } from '../ui/hooks/useDialog.ts'
import { Later } from '../ui/Later.tsx'
import { Count } from '../ui/text/Count.tsx'
import { RoleBadge } from '../ui/theme/badges.tsx'
import { inactive } from './activation.ts'
import { addMembersDialog } from './dialogs.ts'
import { People } from './People.tsx'
import styles from './ProjectPage.module.css'
import { developersOf } from './read.ts'

/** The project's members. Its manager adds and removes developers; the tenant admin only removes them. */
export function TeamMembers({ project }: { project: Project }) {
  const { members, is_active } = project
  const { dialog, open, close } = useDialog<true>()
  const { role } = useMe()
  const mayAdd = role === 'project_manager'
  const mayRemove = role !== 'developer'
  const remove = useRemoval(project)
  const reason = is_active ? undefined : inactive
  const whyNot = ({ role, employee }: Member) =>
    role === 'project_manager' ? `${employee.full_name} is the Project Manager, and cannot be removed` : reason
  return (
    <section aria-labelledby="team-members">
      <Group className={styles.heading} justify="space-between" gap="xs" mb="2xs">
        <Title order={2} fz="var(--text-large)" id="team-members" tabIndex={-1}>
          Team Members <Count>{members.length}</Count>
        </Title>
        {mayAdd && (
          <ReasonedButton variant="subtle" size="compact-xs" reason={reason} onClick={() => open(true)}>
            + Add Members
          </ReasonedButton>
        )}
      </Group>
      <People
        name="team"
        label="Team Members"
        isCompact
        rows={members.map((member) => ({
          key: member.id,
          person: { ...member.employee, about: member.employee.email },
          mark: member.role === 'project_manager' && <RoleBadge role={member.role} />,
          end: mayRemove && (
            <ReasonedButton
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={styles.remove}
              aria-label={`Remove ${member.employee.full_name}`}
              reason={whyNot(member)}
              onClick={() => void remove(member)}
            >
              <IconUserMinus size={16} aria-hidden {...(!whyNot(member) && { title: 'Remove' })} />
            </ReasonedButton>
          ),
        }))}
      />
      {developersOf(project).length === 0 && (
        <Text inherit c="dimmed" mt="sm">
          {mayAdd
            ? 'No developers work in this project yet. Add members to give them subtasks.'
            : 'No developers work in this project yet. Its project manager adds them.'}
        </Text>
      )}
      <Later of={addMembersDialog} shown={dialog && { project, close }} />
    </section>
  )
}

/** Removes a member after a confirmation. The row reappears if the server refuses. */
function useRemoval({ name }: Project) {
  const { mutateAsync } = useChange(api.members.remove, { touches: [api.projects.list, api.projects.get] })
  return async ({ id, employee: { full_name } }: Member) => {
    const message = `Remove ${full_name} from ${name}? They no longer see the project; what they have done in it stays.`
    if (!(await confirm({ title: 'Remove member', message, isDangerous: true }))) return
    // The row with the focus disappears at once.
    document.getElementById('team-members')?.focus({ preventScroll: true })
    try {
      await mutateAsync({ params: { member_id: String(id) } })
      toast.success(`${full_name} has been removed.`)
    } catch (error) {
      toast.error(
        error instanceof Refused
          ? messageOf(error, 'Failed to remove member.', ['detail', 'non_field_errors', 'field'])
          : 'Error removing member. Please try again.',
      )
    }
  }
}
