import { ActionIcon, Box, Group, Loader, Popover, TextInput, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { dependencyProblems, workKeyPattern, workNamedBy } from 'contract'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { messageOf } from '../../api/messages.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { statusNameOf, TaskStatusIcon } from '../../ui/theme/badges.tsx'
import type { WorkItem } from '../board/work.ts'
import { useBlockerChanges } from '../data/blockers.ts'
import { type OfferedWork, useOfferedWork } from '../data/offeredWork.ts'
import styles from './BlockerField.module.css'

type Props = {
  work: WorkItem
  project_id: number
  close: () => void
  /** Receives what is typed and not added yet. */
  onTyped?: ((text: string) => void) | undefined
}

/** Adds a blocker by its key, or by words of its title that find it. Arrow keys choose, Enter adds, and Escape closes. */
export default function BlockerField({ work, project_id, close, onTyped }: Props) {
  const { text, change, error, isPending, add } = useAdding(work, close)
  const named = workNamedBy(text)
  const typed = named && 'key' in named ? named.key : text.trim()
  const { offers, isCurrent } = useOfferedWork({ work, project_id, text: typed })
  const { index, isOpen, list, show, reset, step } = useChoice({ offers, typed, isCurrent })
  const isShown = isOpen && !isPending
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    onTyped?.(typed)
    return () => onTyped?.('')
  }, [onTyped, typed])

  const choose = (key: string) => {
    // A refusal is shown where the list was.
    show(false)
    void add(key)
  }
  const submit = () => {
    const offer = isShown ? offers[index] : undefined
    if (offer || typed) choose(offer?.key ?? typed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter') submit()
    else if (event.key !== 'Escape') return
    else if (isShown) show(false)
    else close()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Popover {...popover} opened={isShown}>
      <TextInput
        ref={input}
        {...fieldProps({ list, index, isShown: isShown && offers.length > 0, isPending })}
        value={text}
        error={error}
        inputContainer={(children) => (
          <WithButtons submit={submit} cancel={close}>
            {children}
          </WithButtons>
        )}
        onKeyDown={onKeyDown}
        onFocus={() => show(true)}
        onBlur={() => show(false)}
        onChange={(event) => {
          change(event.currentTarget.value)
          reset()
        }}
      />
      <Popover.Dropdown className={styles.dropdown}>
        <Offers id={list} offers={offers} index={index} choose={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}

const popover = {
  position: 'bottom-start',
  offset: 4,
  withRoles: false,
  returnFocus: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  transitionProps: { duration: 0 },
} as const

type FieldState = { list: string; index: number; isShown: boolean; isPending: boolean }

const fieldProps = ({ list, index, isShown, isPending }: FieldState) =>
  ({
    size: 'xs',
    placeholder: 'Key or words',
    autoComplete: 'off',
    readOnly: isPending,
    rightSection: isPending && <Loader size={14} />,
    role: 'combobox',
    'aria-label': 'Blocker',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-busy': isPending,
    ...(isShown && { 'aria-controls': list }),
    ...(isShown && index >= 0 && { 'aria-activedescendant': `${list}-${index}` }),
    // Escape does not close a dialog around the field.
    'data-mantine-stop-propagation': true,
  }) as const

/** The buttons are beside the input itself, above its message. */
const WithButtons = ({ submit, cancel, children }: { submit: () => void; cancel: () => void; children: ReactNode }) => (
  <Group gap="2xs" align="flex-start" wrap="nowrap">
    <Popover.Target>
      <Box flex={1} miw={0}>
        {children}
      </Box>
    </Popover.Target>
    <ActionIcon variant="filled" size={30} aria-label="Add" title="Add" onClick={submit}>
      <IconCheck size={16} aria-hidden />
    </ActionIcon>
    <ActionIcon variant="default" size={30} aria-label="Cancel" title="Cancel" onClick={cancel}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </Group>
)

type Choosing = { offers: readonly OfferedWork[]; typed: string; isCurrent: boolean }

/** Whether the offers are shown, and the index of the one that Enter takes. */
function useChoice({ offers, typed, isCurrent }: Choosing) {
  const [chosen, setChosen] = useState<string>()
  const [isListed, setIsListed] = useState(false)
  const list = useId()
  const isKey = workNamedBy(typed) !== undefined
  const byKeys = offers.findIndex(({ key }) => key === chosen)
  // Words take the best match. A key is added as it is typed.
  const index = byKeys < 0 && typed && isCurrent && !isKey ? 0 : byKeys
  const isNothing = isCurrent && typed !== '' && !isKey
  return {
    index: offers.length ? index : -1,
    isOpen: isListed && (offers.length > 0 || isNothing),
    list,
    show: setIsListed,
    reset: () => {
      setChosen(undefined)
      setIsListed(true)
    },
    step: (by: 1 | -1) => {
      setIsListed(true)
      const from = index < 0 && by < 0 ? 0 : index
      setChosen(offers[(from + by + offers.length) % offers.length]?.key)
    },
  }
}

/** The typed text, and why it was refused. It stays until the blocker is added. */
function useAdding(work: WorkItem, close: () => void) {
  const { addBlocker } = useBlockerChanges(work)
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  const change = (typed: string) => {
    setText(typed)
    setError(undefined)
  }
  const add = async (key: string) => {
    if (isPending) return
    if (!workNamedBy(key)) return setError(dependencyProblems.unknown)
    setError(undefined)
    setIsPending(true)
    try {
      await addBlocker(key)
      toast.success(workKeyPattern.test(key) ? `Blocker ${key.toUpperCase()} added.` : 'Blocker added.')
      close()
    } catch (refusal) {
      setError(messageOf(refusal, undefined, ['field', 'non_field_errors', 'detail']))
      setIsPending(false)
    }
  }
  return { text, change, error, isPending, add }
}

type OffersProps = { id: string; offers: readonly OfferedWork[]; index: number; choose: (key: string) => void }

function Offers({ id, offers, index, choose }: OffersProps) {
  const active = `${id}-${index}`
  useEffect(() => document.getElementById(active)?.scrollIntoView({ block: 'nearest' }), [active])
  if (offers.length === 0) return <div className={styles.nothing}>No such work</div>
  return (
    <>
      <VisuallyHidden role="status">{offers.length === 1 ? '1 suggestion' : `${offers.length} suggestions`}</VisuallyHidden>
      <div id={id} role="listbox" aria-label="Suggestions">
        {offers.map(({ key, title, status }, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field keeps the focus and has the keys
          <div
            key={key}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === index}
            className={styles.option}
            title={title}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(key)}
          >
            <TaskStatusIcon status={status} />
            <span className={`fine tabular ${styles.key}`}>{key}</span>
            <span className="truncate">{title}</span>
            <VisuallyHidden>{statusNameOf(status)}</VisuallyHidden>
          </div>
        ))}
      </div>
    </>
  )
}
