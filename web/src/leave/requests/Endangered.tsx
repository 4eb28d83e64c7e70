import { Button, Group, Stack, Title } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import styles from './Endangered.module.css'
import { EndangeredList } from './EndangeredList.tsx'
import { countedSubtasks, useEndangered, useReassignment, useTakeovers, useTellManagers } from './takeovers.ts'

type Props = { request: LeaveRequest }

/** The work that is due during a leave, for those who can do something about it. */
export function Endangered({ request }: Props) {
  const { own, others } = useEndangered(request)
  if (own.length + others === 0) return null
  return (
    <section aria-labelledby="due-meanwhile">
      <Title order={2} id="due-meanwhile" tabIndex={-1} mb="xs">
        Due Meanwhile
      </Title>
      <Stack gap="sm">
        {own.length > 0 && <Own request={request} />}
        {others > 0 && <Others request={request} count={others} isAlone={own.length === 0} />}
      </Stack>
    </section>
  )
}

/** The subtasks of the viewer's own projects. */
function Own({ request }: Props) {
  const { own } = useEndangered(request)
  const chosen = useTakeovers()
  const reassign = useReassignment()
  const [isPending, setPending] = useState(false)
  const takeovers = new Map([...chosen.takeovers].filter(([id]) => own.some((subtask) => subtask.id === id)))
  const reassignAll = async () => {
    setPending(true)
    await reassign(takeovers)
    setPending(false)
    // The button is off again, or has disappeared with the list.
    const place = document.getElementById('due-meanwhile') ?? document.getElementById('decide')
    if (document.activeElement === document.body) place?.focus({ preventScroll: true })
  }
  return (
    <div>
      <EndangeredList {...chosen} takeovers={takeovers} subtasks={own} label="Due meanwhile" />
      <Group mt="xs">
        <ReasonedButton
          size="xs"
          loading={isPending}
          reason={takeovers.size === 0 ? 'Choose first who takes over.' : undefined}
          onClick={() => void reassignAll()}
        >
          Reassign
        </ReasonedButton>
      </Group>
    </div>
  )
}

/** What is due in projects of other managers, who can be told. */
function Others({ request, count, isAlone }: Props & { count: number; isAlone: boolean }) {
  const { tell, isPending } = useTellManagers(request)
  const [told, setTold] = useState<number>()
  const outcome = useRef<HTMLSpanElement>(null)
  // It takes the place of the button, which had the focus.
  useEffect(() => {
    if (told !== undefined) outcome.current?.focus()
  }, [told])
  const verb = count === 1 ? 'is' : 'are'
  return (
    <div className={styles.others}>
      <span>
        {isAlone
          ? `${countedSubtasks(count)} ${verb} due meanwhile.`
          : `${countedSubtasks(count)} more ${verb} due in projects of other managers.`}
      </span>
      {told === undefined ? (
        <Button variant="default" size="xs" loading={isPending} onClick={() => void tell().then(setTold)}>
          Tell the Managers
        </Button>
      ) : (
        <span ref={outcome} role="status" tabIndex={-1}>
          {told === 1 ? '1 manager has been told.' : `${told} managers have been told.`}
        </span>
      )}
    </div>
  )
}
