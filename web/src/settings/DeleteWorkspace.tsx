import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { api } from 'contract'
import { useState } from 'react'
import { useChange, useData } from '../api/data.ts'
import { useLeaveDeleted, useMe } from '../session/session.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'
import { FormDialog } from '../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../ui/form/form.tsx'
import { ExportButton } from './ExportButton.tsx'
import { deletionForm } from './form.ts'
import { SettingsSection } from './SettingsSection.tsx'

/** The owner deletes the workspace with everything in it, once its subdomain and the own password have been typed. */
export function DeleteWorkspace() {
  const [isOpen, setOpen] = useState(false)
  const { tenant, is_owner } = useMe()
  if (!is_owner) return null
  return (
    <SettingsSection
      id="delete-workspace"
      title="Delete This Workspace"
      note="Everything in it is erased for everybody. Nobody can bring it back."
    >
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        Delete Workspace
      </Button>
      <FormDialog isOpen={isOpen} close={() => setOpen(false)} title={`Delete ${tenant?.name ?? 'the workspace'}`}>
        <Deletion close={() => setOpen(false)} />
      </FormDialog>
    </SettingsSection>
  )
}

function Deletion({ close }: { close: () => void }) {
  const { email, tenant } = useMe()
  const subdomain = tenant?.subdomain ?? ''
  const { mutateAsync: remove } = useChange(api.workspaceData.remove, { touches: [] })
  const leave = useLeaveDeleted()
  const form = useServerForm({
    form: deletionForm,
    context: { subdomain },
    async submit(body) {
      await remove({ body })
      leave()
    },
    fallback: 'The workspace could not be deleted.',
  })
  return (
    <ServerForm form={form}>
      <Stack gap="md">
        <Loaded failed="What the workspace contains could not be counted.">
          <WhatGoes />
        </Loaded>
        <div>
          <Text inherit mb="xs">
            Keep a copy first, if anybody may need it.
          </Text>
          <ExportButton />
        </div>
        <TextInput
          label={`Type ${subdomain} to confirm`}
          name="confirm"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('confirm')}
        />
        {/* Tells password managers whose password it is. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput label="Your password" name="password" autoComplete="current-password" {...form.field('password')} />
      </Stack>
      <DialogButtons submit="Delete for Good" isDangerous isPending={form.isPending} cancel={close} />
    </ServerForm>
  )
}

const one = { query: { limit: '1' } }
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function WhatGoes() {
  const employees = useData(api.employees.list, one).count
  const projects = useData(api.projects.list, one).count
  return (
    <Text inherit>
      {counted(employees, 'employee')} and {counted(projects, 'project')} with all tasks, comments and chats are erased. Everybody
      is logged out at once.
    </Text>
  )
}
