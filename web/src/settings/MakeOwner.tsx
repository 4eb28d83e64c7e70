import { List, PasswordInput, Text } from '@mantine/core'
import { type Administrator, api } from 'contract'
import { useChange } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import styles from './Administrators.module.css'
import { about } from './actions.ts'
import { ownershipForm } from './administratorForms.ts'

/** Transfers the ownership of the workspace, once the owner has confirmed it with their password. */
export function MakeOwner({ person, close }: { person: Administrator; close: () => void }) {
  const { email } = useMe()
  const { full_name } = person
  const { mutateAsync: makeOwner } = useChange(api.administrators.makeOwner, {
    touches: [api.administrators.list, api.auth.me],
  })
  const form = useServerForm({
    form: ownershipForm,
    async submit(body) {
      await makeOwner({ params: about(person), body })
      toast.success(`${full_name} owns this workspace now.`, quick)
      close()
    },
    fallback: 'Failed to transfer the ownership.',
  })
  return (
    <ServerForm form={form}>
      <div className={styles.about}>
        <Text inherit mb="xs">
          {full_name} becomes the owner of this workspace:
        </Text>
        <List size="sm" mb="md" listStyleType="disc">
          <List.Item>Only {full_name} can then remove administrators, you included, and delete the workspace.</List.Item>
          <List.Item>You stay an administrator, and can’t take the ownership back.</List.Item>
          <List.Item>Both of you get a mail.</List.Item>
        </List>
      </div>
      {/* Tells password managers whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        data-autofocus
        {...form.field('password')}
      />
      <DialogButtons submit="Transfer Ownership" isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}
