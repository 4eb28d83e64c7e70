import { ActionIcon, Anchor, Button, Progress } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { FileName } from './FileName.tsx'
import type { OutgoingFile, OutgoingFiles } from './outgoing.ts'
import type { Target } from './sendFile.ts'
import styles from './UploadPanel.module.css'

/** The files that are on their way, and those that could not be attached, at the foot of every page. */
export function UploadPanel({ outgoing }: { outgoing: OutgoingFiles }) {
  const view = useSyncExternalStore(outgoing.subscribe, () => outgoing.view)
  const [isFolded, setFolded] = useState(false)
  const panel = useRef<HTMLElement>(null)
  useKeptFocus(panel)
  const { files } = view
  if (files.length === 0) return null
  const failed = files.filter(({ state }) => state === 'failed')
  const Chevron = isFolded ? IconChevronUp : IconChevronDown
  return (
    <section ref={panel} className={styles.panel} aria-label="Uploads">
      <div className={styles.head}>
        <span className={styles.summary} role="status">
          {summaryOf(view)}
        </span>
        {failed.length > 1 && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              for (const { id } of failed) outgoing.discard(id)
            }}
          >
            Dismiss all
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={isFolded ? 'Show uploads' : 'Hide uploads'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          <Chevron size={16} />
        </ActionIcon>
      </div>
      {!isFolded && (
        <ul className={styles.list}>
          {files.map((file) => (
            <Row key={file.id} file={file} outgoing={outgoing} />
          ))}
        </ul>
      )}
    </section>
  )
}

const counted = (count: number) => (count === 1 ? '1 file' : `${count} files`)

function summaryOf({ files, arrived }: OutgoingFiles['view']) {
  const failed = files.filter(({ state }) => state === 'failed').length
  const left = files.length - failed
  if (left === 0) return `${counted(failed)} not attached`
  return [
    `Uploading ${counted(left + arrived)}`,
    ...(arrived ? [`${arrived} done`] : []),
    ...(failed ? [`${failed} not attached`] : []),
  ].join(', ')
}

function addressOf(to: Target) {
  if ('room_id' in to) return `/chat/${to.room_id}`
  if ('leave_of' in to) return '/leave'
  return 'person_id' in to ? `/people/${to.person_id}` : `/project_manager/tasks/${to.task_id}`
}

function Row({ file, outgoing }: { file: OutgoingFile; outgoing: OutgoingFiles }) {
  const { id, name, state, reason, mayRetry, to } = file
  const discard = state === 'failed' ? 'Dismiss' : 'Cancel'
  return (
    <li className={styles.row}>
      <Anchor component={Link} to={addressOf(to)} className={styles.name} c="inherit">
        <FileName>{name}</FileName>
      </Anchor>
      <span className={styles.actions}>
        {mayRetry && (
          <Button size="compact-xs" variant="light" aria-label={`Retry ${name}`} onClick={() => outgoing.retry(id)}>
            Retry
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`${discard} ${name}`}
          title={discard}
          onClick={() => outgoing.discard(id)}
        >
          <IconX size={15} />
        </ActionIcon>
      </span>
      {state === 'failed' ? <p className={styles.reason}>{reason}</p> : <Sent {...file} />}
    </li>
  )
}

const words: Record<Exclude<OutgoingFile['state'], 'failed'>, (percent: number) => ReactNode> = {
  waiting: () => 'Waiting',
  sending: (percent) => `${percent}%`,
  retrying: () => 'Connection lost. Trying again…',
}

function Sent({ name, size, received, state }: OutgoingFile) {
  if (state === 'failed') return null
  const percent = Math.floor((received / size) * 100)
  return (
    <div className={styles.progress}>
      <Progress value={percent} size="sm" flex={1} aria-label={name} {...(state === 'retrying' && { color: 'yellow' })} />
      <span className="fine tabular">{words[state](percent)}</span>
    </div>
  )
}

/** Keeps the focus in the panel when the button that had it disappears, and returns it to the page with the panel. */
function useKeptFocus(panel: { readonly current: HTMLElement | null }) {
  const hasFocus = useRef(false)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      hasFocus.current = target instanceof Node && (panel.current?.contains(target) ?? false)
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target)) hasFocus.current = false
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [panel])
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    const place = panel.current?.querySelector<HTMLElement>('[aria-expanded]') ?? document.getElementById('content')
    place?.focus({ preventScroll: true })
  })
}
