import { Button, type ButtonProps } from '@mantine/core'
import { api } from 'contract'
import { useState } from 'react'
import { useChange } from '../api/data.ts'
import { messageOf } from '../api/messages.ts'
import { toast } from '../ui/feedback/toast.tsx'

/** Asks the administrators for developers. */
export function AskForDevelopers({ style }: { style?: Pick<ButtonProps, 'size' | 'variant'> }) {
  const { mutateAsync: ask, isPending } = useChange(api.members.askForDevelopers, { touches: [] })
  const [isAsked, setAsked] = useState(false)
  const send = () =>
    ask({}).then(
      ({ detail }) => {
        setAsked(true)
        toast.success(detail)
      },
      (error) => toast.error(messageOf(error, 'The administrator could not be asked.')),
    )
  return (
    <Button {...style} loading={isPending} disabled={isAsked} onClick={() => void send()}>
      {isAsked ? 'Asked' : 'Ask the Administrator'}
    </Button>
  )
}
