import { Button, Stack, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useChange, useData } from '../api/data.ts'
import { useMe } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { formatDate, todayIn } from '../ui/text/dates.ts'
import { RoleBadge } from '../ui/theme/badges.tsx'
import { profileForm } from './forms.ts'
import styles from './Profile.module.css'

/** Every answer that contains the person's own name. */
const touched = [
  api.profile.get,
  api.auth.me,
  api.employees.list,
  api.assignments.grouped,
  api.assignments.log,
  api.projects.list,
  api.projects.get,
  api.tasks.list,
  api.tasks.get,
]

/** A person's own data, of which they can change the name. */
export function ProfileForm() {
  const profile = useData(api.profile.get, {})
  const { mutateAsync: update } = useChange(api.profile.update, { touches: touched })
  const form = useServerForm({
    form: profileForm,
    start: profileForm.from(profile),
    async submit(body) {
      const saved = await update({ body })
      form.set('full_name', saved.full_name)
      toast.success('Profile updated successfully.')
    },
    fallback: 'Update failed. Please try again.',
    unreachable: 'Update failed. Please try again.',
  })
  return (
    <ServerForm form={form}>
      <TextInput label="Full name" name="full_name" autoComplete="name" maxLength={255} {...form.field('full_name')} />
      <Facts {...profile} />
      <Button type="submit" mt="var(--space-5)" loading={form.isPending}>
        Save
      </Button>
    </ServerForm>
  )
}

type FactsProps = { email: string; role: string; job_title: string; department: string; date_joined: string }

function Facts({ email, job_title, department, date_joined }: FactsProps) {
  const { role, tenant } = useMe()
  return (
    <Stack component="dl" gap="sm" mt="var(--space-5)" className={styles.facts}>
      <div>
        <dt className="dimmed">Email</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt className="dimmed">Role</dt>
        <dd>
          <RoleBadge role={role} />
        </dd>
      </div>
      {tenant && (
        <>
          <div>
            <dt className="dimmed">Job title</dt>
            <dd>{job_title || 'Not set'}</dd>
          </div>
          <div>
            <dt className="dimmed">Department</dt>
            <dd>{department || 'Not set'}</dd>
          </div>
        </>
      )}
      <div>
        <dt className="dimmed">Date joined</dt>
        <dd>{formatDate(todayIn(tenant?.timezone, new Date(date_joined)))}</dd>
      </div>
    </Stack>
  )
}
