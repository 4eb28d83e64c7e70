import { ActionIcon, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Template } from 'contract'
import { useRef } from 'react'
import { messageOf } from '../../api/messages.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import styles from './ManageTemplates.module.css'
import { sizeOf, useTemplateChanges, useTemplates } from './templates.ts'

type Props = {
  close: () => void
  /** Receives the id of one that was deleted. */
  onRemoved?: (id: number) => void
}

/** The workspace's templates. Tenant admins delete any of them, managers their own. */
const ManageTemplates = ({ close, onRemoved }: Props) => (
  <FormDialog isOpen close={close} title="Templates">
    <Loaded skeleton={<SkeletonRows rows={3} />} failed="The templates could not be loaded.">
      <Templates onRemoved={onRemoved} />
    </Loaded>
  </FormDialog>
)
export default ManageTemplates

function Templates({ onRemoved }: { onRemoved: Props['onRemoved'] }) {
  const me = useMe()
  const templates = useTemplates()
  const list = useRef<HTMLDivElement>(null)
  const { remove } = useTemplateChanges()
  const askAndRemove = async ({ id, name }: Template) => {
    const message = `"${name}" will be deleted. Projects that were made from it stay as they are.`
    if (!(await confirm({ title: 'Delete this template?', message, isDangerous: true }))) return
    // The button with the focus disappears at once.
    list.current?.focus()
    try {
      await remove(id)
    } catch (error) {
      return toast.error(messageOf(error, 'Failed to delete template.'))
    }
    onRemoved?.(id)
    toast.success('Template deleted.', quick)
  }
  return (
    <div ref={list} tabIndex={-1} className={styles.templates}>
      {templates.length === 0 && <Text className="dimmed">There are no templates.</Text>}
      <Stack gap="sm" renderRoot={(props) => <ul {...props} />}>
        {templates.map((template) => {
          const mayDelete = me.role === 'tenant_admin' || template.author.id === me.id
          return <Row key={template.id} template={template} remove={mayDelete ? () => void askAndRemove(template) : undefined} />
        })}
      </Stack>
    </div>
  )
}

type RowProps = { template: Template; remove: (() => void) | undefined }

const Row = ({ template, remove }: RowProps) => (
  <li className={styles.template}>
    <div className={styles.about}>
      <div className="truncate" title={template.name}>
        {template.name}
      </div>
      <div className="fine">
        {sizeOf(template)}, by {template.author.full_name}, <RelativeTime at={template.created_at} />
      </div>
    </div>
    {remove && (
      <ActionIcon variant="subtle" color="red" aria-label={`Delete ${template.name}`} title="Delete" onClick={remove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    )}
  </li>
)
