import { Button } from '@mantine/core'
import { useRef } from 'react'
import { confirm } from '../ui/feedback/confirm.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { listed } from './listed.ts'
import styles from './SaveBar.module.css'

type Props = {
  /** The names of the fields with unsaved changes. */
  touched: readonly string[]
  /** The names of those that somebody else has changed meanwhile. */
  overtaken: readonly string[]
  isPending: boolean
  /** Returns all fields to what is saved. */
  discard: () => void
  /** Returns those to it that somebody else has changed. */
  takeTheirs: () => void
}

/** The end of a form on a page: what is unsaved, and the button that saves it. It stays on the screen while something is unsaved. */
export function SaveBar({ touched, overtaken, isPending, discard, takeTheirs }: Props) {
  const save = useRef<HTMLButtonElement>(null)
  const isTouched = touched.length > 0
  // The pressed button disappears.
  const focusSave = () => save.current?.focus({ preventScroll: true })
  const askAndDiscard = async () => {
    const message = 'What you have entered has not been saved. Discard it?'
    if (!(await confirm({ title: 'Discard changes', message, isDangerous: true }))) return
    focusSave()
    discard()
  }
  const take = () => {
    focusSave()
    takeTheirs()
  }
  return (
    <div className={styles.bar} data-is-touched={isTouched || undefined}>
      {overtaken.length > 0 && !isPending && (
        <Notice
          tone="warning"
          role="alert"
          action={
            <Button variant="default" size="xs" onClick={take}>
              Discard Mine
            </Button>
          }
        >
          Somebody else has changed this meanwhile: {listed(overtaken)}. Saving replaces it.
        </Notice>
      )}
      <div className={styles.line}>
        <div role="status" className={styles.state}>
          {isTouched ? `Unsaved changes: ${listed(touched)}` : 'Everything is saved.'}
        </div>
        {isTouched && (
          <Button variant="default" disabled={isPending} onClick={() => void askAndDiscard()}>
            Discard
          </Button>
        )}
        <Button ref={save} type="submit" loading={isPending}>
          Save
        </Button>
      </div>
    </div>
  )
}
