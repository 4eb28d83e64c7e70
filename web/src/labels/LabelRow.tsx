import { Box } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { api, type Label } from 'contract'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { confirm } from '../ui/feedback/confirm.tsx'
import { quick, toast } from '../ui/feedback/toast.tsx'
import { offerUndo } from '../ui/feedback/undo.tsx'
import { RowButton } from '../ui/list/RowButton.tsx'
import styles from './Labels.module.css'
import { affectedReads } from './read.ts'

export function LabelRow({ label, edit }: { label: Label; edit: () => void }) {
  const remove = useRemoval()
  const { name, color } = label
  return (
    <li className={styles.label}>
      <Swatch color={color} />
      <Box component="span" className="clip-2" flex={1} lh={1.35} title={`${name} ${color}`}>
        {name}
      </Box>
      <RowButton icon={IconPencil} title="Edit" of={name} onClick={edit} />
      <RowButton icon={IconTrash} title="Delete" of={name} onClick={() => void remove(label)} />
    </li>
  )
}

/** A ring keeps every colour visible in both themes. Hidden from assistive technology: the name is beside it. */
const Swatch = ({ color }: { color: string }) => (
  <svg className={styles.swatch} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="8" cy="8" r="7" fill={color} />
  </svg>
)

function useRemoval() {
  const { mutateAsync: remove } = useChange(api.labels.remove, { touches: affectedReads })
  const { mutateAsync: restore } = useChange(api.labels.restore, { touches: affectedReads })
  return async ({ id, name }: Label) => {
    const message = `Delete the label "${name}"? It is taken off every task that has it.`
    if (!(await confirm({ title: 'Delete label', message, isDangerous: true }))) return
    // The row with the focus disappears at once.
    document.getElementById('labels')?.focus({ preventScroll: true })
    const args = { params: { label_id: String(id) } }
    try {
      await remove(args)
    } catch (error) {
      return toast.error(messageOf(error, 'Failed to delete label.'), quick)
    }
    offerUndo({
      message: 'Label deleted successfully.',
      undo: () => restore(args),
      undone: 'Label restored.',
      failed: 'Failed to restore label.',
    })
  }
}
