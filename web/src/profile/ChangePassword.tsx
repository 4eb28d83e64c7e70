import { Button, PasswordInput, Stack } from '@mantine/core'
import { api, passwordRules } from 'contract'
import { useChange } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { PasswordRules } from '../ui/form/PasswordRules.tsx'
import { passwordForm } from './forms.ts'

export function ChangePassword() {
  const { email } = useMe()
  const { mutateAsync: change } = useChange(api.profile.changePassword, { touches: [] })
  const form = useServerForm({
    form: passwordForm,
    async submit(body) {
      await change({ body })
      form.reset()
      toast.success('Password updated successfully.')
    },
    fallback: 'Failed to change password.',
    unreachable: 'Failed to change password.',
  })
  return (
    <ServerForm form={form}>
      {/* Tells password managers whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack>
        <PasswordInput
          label="Current password"
          name="old_password"
          autoComplete="current-password"
          {...form.field('old_password')}
        />
        <div>
          <PasswordInput label="New password" name="new_password" autoComplete="new-password" {...form.field('new_password')} />
          <PasswordRules rules={passwordRules} value={form.values.new_password} />
        </div>
      </Stack>
      <Button type="submit" mt="var(--space-5)" loading={form.isPending}>
        Change Password
      </Button>
    </ServerForm>
  )
}
