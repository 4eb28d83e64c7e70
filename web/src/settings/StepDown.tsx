import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type Administrator, api, roleNames } from 'contract'
import { useChange } from '../api/data.ts'
import { departmentOptions, roleOptions } from '../people/read.ts'
import { useMe } from '../session/session.ts'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import styles from './Administrators.module.css'
import { about, administratorReads } from './actions.ts'
import { stepDownForm } from './administratorForms.ts'

/** Makes an administrator an employee: another one, or oneself. */
export function StepDown({ person, close }: { person: Administrator; close: () => void }) {
  const me = useMe()
  const isMe = person.id === me.id
  const { mutateAsync: stepDown } = useChange(api.administrators.stepDown, {
    touches: isMe ? [api.auth.me] : administratorReads,
  })
  const form = useServerForm({
    form: stepDownForm,
    start: isMe ? { ...stepDownForm.blank, ...jobOf(me.employee) } : stepDownForm.blank,
    async submit(body) {
      const { role } = await stepDown({ params: about(person), body })
      close()
      toast.success(isMe ? 'You are no longer an administrator.' : `${person.full_name}: ${roleNames[role]} now.`, quick)
    },
    fallback: 'Failed to change the role.',
  })
  return (
    <ServerForm form={form}>
      <Text inherit mb="md" className={styles.about}>
        {isMe
          ? 'You lose access to everything that only administrators see. Another administrator can make you one again.'
          : `${person.full_name} loses access to everything that only administrators see, at once.`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NativeSelect
          className={styles.wide}
          label="Role"
          name="role"
          data-autofocus
          data={[{ value: '', label: 'Choose a role', disabled: true }, ...roleOptions]}
          {...form.field('role')}
        />
        <TextInput label="Job title" name="job_title" autoComplete="off" maxLength={255} {...form.field('job_title')} />
        <NativeSelect
          label="Department"
          name="department"
          data={[{ value: '', label: 'Choose a department', disabled: true }, ...departmentOptions]}
          {...form.field('department')}
        />
      </SimpleGrid>
      <DialogButtons submit={isMe ? 'Step Down' : 'Make an Employee'} isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const jobOf = (employee: { job_title: string; department: string } | null) =>
  employee && { job_title: employee.job_title, department: employee.department }
