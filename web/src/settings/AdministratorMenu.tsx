import { Menu } from '@mantine/core'
import { IconCrown, IconLink, IconMailCog, IconMailForward, IconShieldOff, IconTrash, IconUserDown } from '@tabler/icons-react'
import type { Administrator } from 'contract'
import { useMe } from '../session/session.ts'
import { RowMenu } from '../tasks/parts/RowMenu.tsx'
import type { Opened } from './Administrators.tsx'
import { useAdministratorActions } from './actions.ts'

type Props = { person: Administrator; open: (opened: Opened) => void }

/** The actions on an administrator, with the reason why some of them are refused. */
export function AdministratorMenu({ person, open }: Props) {
  const me = useMe()
  const { copyLink, resend, remove } = useAdministratorActions()
  const isMe = person.id === me.id
  const mayChange = me.is_owner ? !isMe : isMe
  const isPending = person.invitation_status === 'pending'
  return (
    <RowMenu of={person.full_name} reason={reasonFor(me, person)}>
      {isPending && (
        <>
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => void copyLink(person)}>
            Copy Invitation Link
          </Menu.Item>
          <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => void resend(person)}>
            Resend Invitation
          </Menu.Item>
          <Menu.Item leftSection={<IconMailCog size={16} />} onClick={() => open({ kind: 'correct', person })}>
            Correct Address
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      {!isMe && (
        <Menu.Item
          leftSection={<IconCrown size={16} />}
          disabled={!me.is_owner || isPending}
          onClick={() => open({ kind: 'make owner', person })}
        >
          Make Owner
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconUserDown size={16} />}
        disabled={!mayChange}
        onClick={() => open({ kind: 'step down', person })}
      >
        {isMe ? 'Step Down' : 'Make an Employee'}
      </Menu.Item>
      {!isMe && person.has_second_factor && (
        <Menu.Item
          leftSection={<IconShieldOff size={16} />}
          disabled={!me.is_owner}
          onClick={() => open({ kind: 'reset', person })}
        >
          Reset Second Factor
        </Menu.Item>
      )}
      {!isMe && (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} />}
          disabled={!me.is_owner}
          onClick={() => void remove(person)}
        >
          Delete Administrator
        </Menu.Item>
      )}
    </RowMenu>
  )
}

function reasonFor(me: { id: number; is_owner: boolean }, { id, invitation_status }: Administrator) {
  if (!me.is_owner) return id === me.id ? undefined : 'Only the owner changes other administrators.'
  if (id === me.id) return 'You own the workspace: transfer the ownership before you step down.'
  return invitation_status === 'pending' ? 'Only somebody who has accepted the invitation can own the workspace.' : undefined
}
