import { Button } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { useEffect, useRef, useState } from 'react'
import styles from './Endangered.module.css'
import { countedSubtasks, useTellManagers } from './takeovers.ts'

type Props = {
  request: LeaveRequest
  count: number
  /** The viewer has no subtasks of their own beside these. */
  isAlone: boolean
}

/** What is due in projects of other managers, who can be told. */
export function DueElsewhere({ request, count, isAlone }: Props) {
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
