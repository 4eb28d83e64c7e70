import { Button, Group, Text, Title } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, type Checklist, type ItemOwner, may, type PersonRecord } from 'contract'
import { useChange, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { withPending } from '../../api/pending.ts'
import { useMe } from '../../session/session.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { RowButton } from '../../ui/list/RowButton.tsx'
import { formatDate } from '../../ui/text/dates.ts'
import { ChecklistItems } from '../ChecklistItems.tsx'
import styles from './Person.module.css'
import { PersonSection } from './PersonSection.tsx'
import { putChecklist } from './records.ts'
import { StartChecklist } from './StartChecklist.tsx'

type Props = { record: PersonRecord; checklists: readonly Checklist[] }

/** The checklists of a person who joins or leaves. */
export function Checklists({ record, checklists }: Props) {
  const { role } = useMe()
  const { dialog, open, close } = useDialog<'start'>()
  const removed = usePending(api.checklists.remove).map(({ params }) => Number(params.checklist_id))
  const shown = withPending(checklists, { removed })
  const mayStart = may(role, api.checklists.start)
  if (shown.length === 0 && !mayStart) return null
  return (
    <PersonSection
      id="checklists"
      title="Checklists"
      actions={
        mayStart && (
          <Button variant="default" size="xs" onClick={() => open('start')}>
            Start Checklist
          </Button>
        )
      }
    >
      {shown.length === 0 && <span className="dimmed">No checklists yet.</span>}
      {shown.map((checklist) => (
        <OneChecklist key={checklist.id} record={record} checklist={checklist} />
      ))}
      {dialog && <StartChecklist record={record} close={close} />}
    </PersonSection>
  )
}

const dayNames = { joiner: 'First day', leaver: 'Last day' } as const

function OneChecklist({ record, checklist }: { record: PersonRecord; checklist: Checklist }) {
  const me = useMe()
  const remove = useChecklistRemoval(record)
  const { id, name, kind, day, items } = checklist
  const { person, manager } = record
  const done = items.filter(({ done_at }) => done_at !== null).length
  const isMine: Record<ItemOwner, boolean> = {
    hr: me.role === 'hr',
    manager: me.role === 'hr' || manager?.id === me.id,
    person: me.role === 'hr' || person.id === me.id,
  }
  const owners = { hr: 'HR', manager: manager?.full_name ?? 'HR', person: person.full_name }
  return (
    <section aria-labelledby={`checklist-${id}`} className={styles.checklist}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div className={styles.text}>
          <Title order={3} id={`checklist-${id}`} fz="var(--text-body)">
            {name}
          </Title>
          <Text inherit className="fine tabular">
            {dayNames[kind]}: {formatDate(day)} · {done} of {items.length} done
          </Text>
        </div>
        {may(me.role, api.checklists.remove) && (
          <RowButton icon={IconTrash} title="Delete" of={name} onClick={() => void remove(checklist)} />
        )}
      </Group>
      <ChecklistItems
        labelledBy={`checklist-${id}`}
        items={items}
        ownerOf={({ owner }) => owners[owner]}
        mayTick={({ owner }) => isMine[owner]}
      />
    </section>
  )
}

function useChecklistRemoval({ person }: PersonRecord) {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.checklists.remove, {
    touches: [api.checklists.mine],
    shows: [api.directory.get],
    onAnswer: (_, { params }) => putChecklist(client, person.id, Number(params.checklist_id)),
  })
  return async ({ id, name }: Checklist) => {
    const message = `Delete the checklist "${name}" of ${person.full_name}? What has been done in it is lost.`
    if (!(await confirm({ title: 'Delete checklist', message, isDangerous: true }))) return
    // The button with the focus disappears at once.
    document.getElementById('checklists')?.focus({ preventScroll: true })
    try {
      await mutateAsync({ params: { checklist_id: String(id) } })
      toast.success('Checklist deleted.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The checklist could not be deleted.'), quick)
    }
  }
}
