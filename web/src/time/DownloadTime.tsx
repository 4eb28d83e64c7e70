import { Button, Group, Modal } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { api, dateFormat, isDate, lastDayOf, lastDayTooEarly } from 'contract'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../api/messages.ts'
import { saveAnswer } from '../api/saveAnswer.ts'
import { useToday } from '../session/today.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { DialogButtons } from '../ui/form/DialogButtons.tsx'

type Props = {
  /** A day of the month to begin with. */
  day: string
  /** The person whose time it is; where absent, everybody whose time the caller may see. */
  person?: number
}

/** Saves the time of a period as a table. */
export function DownloadTime(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Download CSV
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Download time as CSV" size="sm">
        <Period {...props} close={() => setOpen(false)} />
      </Modal>
    </>
  )
}

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
const lastOfMonth = (day: string) => lastDayOf(day.slice(0, 7))

function Period({ day, person, close }: Props & { close: () => void }) {
  const today = useToday()
  const [from, setFrom] = useState(firstOfMonth(day))
  const [to, setTo] = useState(lastOfMonth(day))
  const [isPending, setPending] = useState(false)
  const isInOrder = from <= to
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isDate(from) || !isDate(to) || !isInOrder) return
    setPending(true)
    try {
      await saveAnswer(api.time.export, { query: { from, to, ...(person !== undefined && { person: String(person) }) } })
      close()
    } catch (error) {
      toast.error(messageOf(error, 'The time could not be downloaded.'))
    }
    setPending(false)
  }
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Group gap="md" grow align="flex-start">
        <DateField label="From" today={today} value={from} onChange={setFrom} error={!isDate(from) && dateFormat} />
        <DateField
          label="To"
          today={today}
          min={from || undefined}
          value={to}
          onChange={setTo}
          error={isDate(to) ? !isInOrder && lastDayTooEarly : dateFormat}
        />
      </Group>
      <DialogButtons submit="Download" isPending={isPending} cancel={close} />
    </form>
  )
}
