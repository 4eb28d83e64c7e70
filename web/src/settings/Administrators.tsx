import { Button, Group, Text } from '@mantine/core'
import { IconCrown, IconMailFast, IconUserPlus } from '@tabler/icons-react'
import { type Administrator, api } from 'contract'
import { useState } from 'react'
import { useData, usePreload } from '../api/data.ts'
import { CorrectAddress, UndeliverableMark } from '../people/CorrectAddress.tsx'
import { ResetSecondFactor } from '../people/ResetSecondFactor.tsx'
import { everybodyQuery } from '../people/read.ts'
import { useMe } from '../session/session.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { expiryAt } from '../ui/text/dates.ts'
import { Initials } from '../ui/text/Initials.tsx'
import { RelativeTime } from '../ui/text/RelativeTime.tsx'
import marks from '../ui/theme/badges.module.css'
import { AddAdministrator } from './AddAdministrator.tsx'
import { AdministratorMenu } from './AdministratorMenu.tsx'
import styles from './Administrators.module.css'
import { addButton, useAdministratorActions } from './actions.ts'
import { MakeOwner } from './MakeOwner.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import { StepDown } from './StepDown.tsx'

/** Who administers the workspace, and who of them owns it. */
export const Administrators = () => (
  <SettingsSection
    id="administrators"
    title="Administrators"
    note="They manage the workspace’s people, projects and billing. One of them owns it."
  >
    <Loaded skeleton={<SkeletonRows rows={2} height={60} />} failed="Failed to load administrators.">
      <AdministratorList />
    </Loaded>
  </SettingsSection>
)

export type Opened = { kind: 'step down' | 'make owner' | 'reset' | 'correct'; person: Administrator }

function AdministratorList() {
  const { id } = useMe()
  // So that the dialog opens with its field, which takes the focus.
  usePreload(api.employees.list, { query: everybodyQuery })
  const administrators = useData(api.administrators.list, {})
  const { correctEmail } = useAdministratorActions()
  const [isAdding, setAdding] = useState(false)
  const [isOpen, setOpen] = useState(false)
  // Stays while the dialog closes.
  const [opened, setOpened] = useState<Opened>()
  const open = (next: Opened) => {
    setOpened(next)
    setOpen(true)
  }
  const close = () => setOpen(false)
  const isShown = (kind: Opened['kind']) => isOpen && opened?.kind === kind
  return (
    <>
      <ul className={styles.list} aria-labelledby="administrators">
        {administrators.map((person) => (
          <Row key={person.id} person={person} open={open} />
        ))}
      </ul>
      <Button
        id={addButton}
        variant="default"
        mt="md"
        leftSection={<IconUserPlus size={16} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        Add Administrator
      </Button>
      <FormDialog isOpen={isAdding} close={() => setAdding(false)} title="Add Administrator" size="lg">
        <AddAdministrator close={() => setAdding(false)} />
      </FormDialog>
      {opened && (
        <>
          <FormDialog
            isOpen={isShown('step down')}
            close={close}
            title={opened.person.id === id ? 'Step Down' : 'Make an Employee'}
          >
            <StepDown person={opened.person} close={close} />
          </FormDialog>
          <FormDialog isOpen={isShown('make owner')} close={close} title="Transfer Ownership">
            <MakeOwner person={opened.person} close={close} />
          </FormDialog>
          <ResetSecondFactor person={opened.person} isOpen={isShown('reset')} close={close} />
          <CorrectAddress
            person={opened.person}
            sends="The invitation is sent again, to the right address."
            isOpen={isShown('correct')}
            correct={(body) => correctEmail(opened.person, body)}
            close={close}
          />
        </>
      )}
    </>
  )
}

function Row({ person, open }: { person: Administrator; open: (opened: Opened) => void }) {
  const me = useMe()
  const { id, full_name, email, is_owner, invitation_status, invitation_expires_at, is_undeliverable } = person
  return (
    <li className={styles.administrator}>
      <Initials id={id} name={full_name} size={36} />
      <div className={styles.about}>
        <Group gap="var(--space-1) var(--space-2)">
          <Text inherit span fw="var(--weight-medium)">
            {full_name}
          </Text>
          {id === me.id && <span className="fine">You</span>}
          {is_owner && (
            <span className={marks.mark} data-tone="teal">
              <IconCrown size={14} stroke={2.25} aria-hidden />
              Owner
            </span>
          )}
          {invitation_status === 'pending' && (
            <span className={marks.mark} data-tone="yellow" title="Invited, and has not followed the link yet">
              <IconMailFast size={14} stroke={2.25} aria-hidden />
              Pending
            </span>
          )}
          {is_undeliverable && <UndeliverableMark />}
        </Group>
        <div className="fine">
          {email}
          {invitation_expires_at && (
            <>
              {' · '}
              <RelativeTime at={invitation_expires_at} words={expiryAt} />
            </>
          )}
        </div>
      </div>
      <AdministratorMenu person={person} open={open} />
    </li>
  )
}
