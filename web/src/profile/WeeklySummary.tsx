import { Switch } from '@mantine/core'
import { api } from 'contract'
import { useChange, useData } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** Whether the person gets the weekly summary. Shows the choice at once, and takes it back if it can't be saved. */
export function WeeklySummary() {
  const { is_on } = useData(api.summary.get, {})
  const { mutateAsync: update, isPending, variables } = useChange(api.summary.update, { touches: [api.summary.get] })
  const choose = (isOn: boolean) =>
    update({ body: { is_on: isOn } }).catch((error: unknown) => toast.error(messageOf(error, 'The setting could not be saved.')))
  return (
    <Switch
      checked={isPending && variables ? variables.body.is_on : is_on}
      onChange={(event) => void choose(event.currentTarget.checked)}
      label="Send me a summary on Mondays"
      description="What was finished, what is late or overdue, and who has too much or nothing to do."
    />
  )
}
