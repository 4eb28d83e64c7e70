import { Stack, Title } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { useState } from 'react'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { DueElsewhere } from './DueElsewhere.tsx'
import { EndangeredList } from './EndangeredList.tsx'
import { useEndangered, useReassignment, useTakeovers } from './takeovers.ts'

type Props = { request: LeaveRequest }

/** The work that is due during a leave, for those who can do something about it. */
export function Endangered({ request }: Props) {
  const { own, others } = useEndangered(request)
  const hasOthers = others.tasks + others.subtasks > 0
  if (own.length === 0 && !hasOthers) return null
  return (
    <section aria-labelledby="due-meanwhile">
      <Title order={2} id="due-meanwhile" tabIndex={-1} mb="xs">
        Due Meanwhile
      </Title>
      <Stack gap="sm">
        {own.length > 0 && <Own request={request} />}
        {hasOthers && <DueElsewhere request={request} work={others} isAlone={own.length === 0} />}
      </Stack>
    </section>
  )
}

/** The work of the viewer's own projects. */
function Own({ request }: Props) {
  const { own } = useEndangered(request)
  const chosen = useTakeovers()
  const reassign = useReassignment()
  const [isPending, setPending] = useState(false)
  const takeovers = new Map([...chosen.takeovers].filter(([id]) => own.some((item) => item.id === id)))
  const reassignAll = async () => {
    setPending(true)
    await reassign(takeovers)
    setPending(false)
    // The button is off again, or has disappeared with the list.
    const place = document.getElementById('due-meanwhile') ?? document.getElementById('decide')
    if (document.activeElement === document.body) place?.focus({ preventScroll: true })
  }
  return (
    <EndangeredList {...chosen} takeovers={takeovers} items={own}>
      <ReasonedButton
        size="xs"
        loading={isPending}
        reason={takeovers.size === 0 ? 'Choose first who takes over.' : undefined}
        onClick={() => void reassignAll()}
      >
        Reassign
      </ReasonedButton>
    </EndangeredList>
  )
}
