import { Button } from '@mantine/core'
import { api } from 'contract'
import { useState } from 'react'
import { useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { toast } from '../../ui/feedback/toast.tsx'

type Props = { subtask_id: number; title: string; isInLine?: boolean }

/** Asks the project's manager for a subtask that nobody has. */
export function AskForIt({ subtask_id, title, isInLine = false }: Props) {
  const { mutateAsync: ask, isPending } = useChange(api.requests.create, { touches: [] })
  const [isAsked, setAsked] = useState(false)
  const send = () =>
    ask({ params: { subtask_id: String(subtask_id) } }).then(
      ({ detail }) => {
        setAsked(true)
        toast.success(detail)
      },
      (error) => toast.error(messageOf(error, 'The manager could not be asked.')),
    )
  const label = isAsked ? 'Asked' : 'Ask for it'
  return (
    <Button
      variant={isInLine ? 'light' : 'default'}
      size={isInLine ? 'compact-xs' : 'compact-sm'}
      flex="none"
      aria-label={`${label}: ${title}`}
      loading={isPending}
      disabled={isAsked}
      onClick={() => void send()}
    >
      {label}
    </Button>
  )
}
