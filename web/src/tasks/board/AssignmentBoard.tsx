import { Group, Menu } from '@mantine/core'
import { IconPencil, IconSquareCheck, IconUserQuestion } from '@tabler/icons-react'
import { type Project, type Subtask, statuses, type Task } from 'contract'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useToday } from '../../session/today.ts'
import { Board } from '../../ui/board/Board.tsx'
import type { BoardId, Card, Column } from '../../ui/board/types.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { TaskStatusBadge } from '../../ui/theme/badges.tsx'
import type { TaskHands } from '../data/hands.ts'
import { columnsOf, type Place, plannedHours, samePlace, unassigned } from './board.ts'
import { ParentTasks } from './parents.ts'
import { QuickAdd } from './QuickAdd.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { SubtaskCard } from './SubtaskCard.tsx'
import styles from './SubtaskView.module.css'
import { useTogether } from './useTogether.ts'

type Props = {
  project: Project
  tasks: readonly Task[]
  /** Those to show, in order. */
  subtasks: readonly Subtask[]
  hands: TaskHands
  onHold: (isHeld: boolean) => void
}

const blocked = 'Cannot assign subtasks in an inactive project.'
const nothing: ReadonlySet<BoardId> = new Set()

/** Subtasks by assignee: dragged, added, and several treated together. */
export function AssignmentBoard({ project, tasks, subtasks, hands, onHold }: Props) {
  const [chosen, choose] = useState(nothing)
  const selected = useMemo(() => stillThere(chosen, subtasks), [chosen, subtasks])
  const places = useMemo(() => columnsOf(subtasks, project.members), [subtasks, project.members])
  const columns = useColumns(places, { project, tasks })
  const find = (card: BoardId) => subtasks.find(({ id }) => id === card)
  /** The card, and with it all that are selected if it is. */
  const withOthers = (card: BoardId) => subtasks.filter(({ id }) => id === card || (selected.has(card) && selected.has(id)))

  const selectAgain = useCallback((refused: readonly Subtask[]) => {
    choose((now) => new Set([...now, ...refused.map(({ id }) => id)]))
  }, [])
  const together = useTogether(selectAgain)
  const clear = useCallback(() => choose(nothing), [])

  /** Of those that stay in their place while somebody is at them, the ones that are still there. */
  const existing = (chosen: readonly Subtask[]) => {
    const there = chosen.filter(({ id, task }) => tasks.some((t) => t.id === task && t.subtasks.some((s) => s.id === id)))
    const [gone] = chosen.filter((subtask) => !there.includes(subtask))
    if (gone) toast.error(`"${gone.title}" has been deleted by somebody else.`)
    return there
  }
  const assign = (wanted: readonly Subtask[], to: BoardId) => {
    const moved = existing(wanted)
    if (moved.length === 0) return
    const place = places.find(({ id }) => id === to)
    if (!place) return
    if (!place.isMember) return toast.error(`${place.name} is no longer a member of this project.`)
    if (moved.length > 1) clear()
    void together.assign(moved, place)
  }
  const chosenOnes = useMemo(() => subtasks.filter(({ id }) => selected.has(id)), [subtasks, selected])
  useEscape(selected.size > 0, clear)

  return (
    <ParentTasks value={tasks}>
      <Board
        label="Subtasks by assignee"
        columns={columns}
        onMove={(card, _, to) => assign(withOthers(card), to)}
        dropZone={{
          label: 'Drag here to delete task',
          menuLabel: 'Delete Subtask',
          onDrop: (card) => {
            const [first, ...others] = existing(withOthers(card))
            if (first) void (others.length ? together.remove([first, ...others]) : hands.removeSubtask(first))
          },
        }}
        hint={
          selected.size > 1
            ? `Drop on a person to assign all ${selected.size} selected, or on Unassigned to take them back.`
            : 'Drop on a person to assign, or on Unassigned to take it back.'
        }
        disabledReason={project.is_active ? undefined : blocked}
        onBlocked={(reason) => toast.error(reason)}
        cardMenu={({ id }) => {
          const subtask = find(id)
          return (
            subtask && project.is_active && <CardEntries subtask={subtask} hands={hands} select={() => selectAgain([subtask])} />
          )
        }}
        onHold={onHold}
        selection={project.is_active ? { selected, onSelect: choose } : undefined}
        bar={
          chosenOnes.length > 0 && (
            <SelectionBar
              subtasks={chosenOnes}
              places={places}
              together={together}
              assign={(place) => {
                clear()
                assign(chosenOnes, place.id)
              }}
              clear={clear}
            />
          )
        }
      />
    </ParentTasks>
  )
}

/** What is not shown any more is not selected either: nobody acts on what they don't see. */
function stillThere(chosen: ReadonlySet<BoardId>, subtasks: readonly Subtask[]) {
  if (chosen.size === 0) return nothing
  const there = subtasks.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  return there.length === chosen.size ? chosen : new Set<BoardId>(there)
}

/** Escape anywhere but where it closes or leaves something else. */
function useEscape(isWanted: boolean, leave: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if ((event.target as Element).closest('[role="menu"], [role="dialog"], input:not([type="checkbox"]), select, textarea'))
      return
    leave()
  })
  useEffect(() => {
    if (!isWanted) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isWanted])
}

type About = { project: Project; tasks: readonly Task[] }

/** A card or column whose content has not changed stays the same object, and so is not drawn again. */
function useColumns(places: readonly Place[], { project, tasks }: About) {
  const today = useToday()
  // What its parents are is asked only once a quick add is opened.
  const reason = project.is_active
    ? tasks.length
      ? undefined
      : 'No tasks found. Please add a task first to create a subtask.'
    : 'Project is inactive'
  const known = useMemo(
    () => ({
      cards: new WeakMap<Subtask, Card>(),
      columns: new Map<number, { place: Place; column: Column }>(),
      today,
      reason,
      project_id: project.id,
    }),
    [today, reason, project.id],
  )
  return useMemo(() => {
    const cardOf = (subtask: Subtask) => {
      const card = known.cards.get(subtask) ?? {
        id: subtask.id,
        label: subtask.title,
        content: <SubtaskCard subtask={subtask} today={known.today} />,
      }
      known.cards.set(subtask, card)
      return card
    }
    return places.map((place) => {
      const before = known.columns.get(place.id)
      if (before && samePlace(before.place, place)) return before.column
      const column: Column = {
        id: place.id,
        title: place.name,
        icon: <PlaceIcon place={place} />,
        header: <ColumnHead hours={plannedHours(place.subtasks)} isMember={place.isMember} />,
        cards: place.subtasks.map(cardOf),
        empty: place.id === unassigned ? 'Nothing is unassigned.' : 'Nothing here. Drag a card to assign it.',
        footer: place.isMember && <QuickAdd project_id={known.project_id} place={place} reason={known.reason} />,
      }
      known.columns.set(place.id, { place, column })
      return column
    })
  }, [places, known])
}

const PlaceIcon = ({ place: { id, name } }: { place: Place }) =>
  id === unassigned ? (
    <IconUserQuestion size={24} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
  ) : (
    <Initials id={id} name={name} size={24} />
  )

const ColumnHead = ({ hours, isMember }: { hours: number; isMember: boolean }) => (
  <div className={styles.planned}>
    {hours} h planned{!isMember && ' · no longer a member'}
  </div>
)

const CardEntries = ({ subtask, hands, select }: { subtask: Subtask; hands: TaskHands; select: () => void }) => (
  <>
    <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => hands.editSubtask(subtask)}>
      Edit Subtask
    </Menu.Item>
    <Menu.Item leftSection={<IconSquareCheck size={16} />} onClick={select}>
      Select
    </Menu.Item>
    {statuses
      .filter((status) => status !== subtask.status)
      .map((status) => (
        <Menu.Item key={status} onClick={() => hands.setSubtaskStatus(subtask, status)}>
          <Group gap={8} wrap="nowrap">
            Set <TaskStatusBadge status={status} />
          </Group>
        </Menu.Item>
      ))}
    <Menu.Divider />
  </>
)
