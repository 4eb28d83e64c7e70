import { Button } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { useEffect, useRef, useState } from 'react'
import styles from './Endangered.module.css'
import { dueInWords, useTellManagers } from './takeovers.ts'

type Props = {
  request: LeaveRequest
  work: { tasks: number; subtasks: number }
  /** The viewer has no work of their own projects beside this. */
  isAlone: boolean
}

/** What is due in projects of other managers, who can be told. */
export function DueElsewhere({ request, work, isAlone }: Props) {
  const { tell, isPending } = useTellManagers(request)
  const [told, setTold] = useState<number>()
  const outcome = useRef<HTMLSpanElement>(null)
  // It takes the place of the button, which had the focus.
  useEffect(() => {
    if (told !== undefined) outcome.current?.focus()
  }, [told])
  return (
    <div className={styles.others}>
      <span>{isAlone ? `${dueInWords(work)} meanwhile.` : `In projects of other managers, ${dueInWords(work)}.`}</span>
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
