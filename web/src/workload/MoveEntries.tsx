import { Menu } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconUser } from '@tabler/icons-react'
import { hoursIn, type Workload, type WorkloadItem } from 'contract'
import { useEffect, useRef, useState } from 'react'
import { cellId, columnOf, holderOf, isAwayOn, undated, type WorkloadPerson } from '../capacity/workload.ts'
import { awayInWeek, roundedHours, spanInWords, weekName } from '../capacity/workloadWords.ts'
import type { MembersOf } from './useMoveWork.ts'

type Props = {
  /** The id of the task or subtask. */
  id: number
  workload: Workload
  membersOf: MembersOf
  move: (cell: string) => void
}

/** The entries of a card's menu, which do what dragging does. */
export function MoveEntries({ id, workload, membersOf, move }: Props) {
  const [step, setStep] = useState<'person' | 'week'>()
  const holder = holderOf(workload, id)
  const item = holder?.items.find((one) => one.id === id)
  if (!holder || !item) return null
  const column = columnOf(item.due_date, workload.weeks) ?? undated
  const shared = { item, holder, column, workload, move, back: () => setStep(undefined) }
  if (step === 'person') return <PersonEntries {...shared} members={membersOf(item.project.id)} />
  if (step === 'week') return <WeekEntries {...shared} />
  return (
    <>
      <Menu.Item closeMenuOnClick={false} leftSection={<IconUser size={16} />} onClick={() => setStep('person')}>
        Assign to…
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} leftSection={<IconCalendar size={16} />} onClick={() => setStep('week')}>
        Move to week…
      </Menu.Item>
    </>
  )
}

type StepProps = Pick<Props, 'workload' | 'move'> & {
  item: WorkloadItem
  /** The person who has the subtask. */
  holder: WorkloadPerson
  column: string
  back: () => void
}

function Back({ back }: Pick<StepProps, 'back'>) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <>
      <Menu.Item ref={first} closeMenuOnClick={false} leftSection={<IconChevronLeft size={16} />} onClick={back}>
        Back
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}

function PersonEntries({
  item,
  holder,
  column,
  workload,
  move,
  back,
  members,
}: StepProps & { members: ReadonlySet<number> | undefined }) {
  const takers = workload.people.filter(({ person }) => person === holder.person || members?.has(person.id) !== false)
  return (
    <>
      <Back back={back} />
      {takers.map((taker) => (
        <Menu.Item
          key={taker.person.id}
          disabled={taker === holder}
          rightSection={<span className="fine">{taker === holder ? 'here' : roomIn(taker, item, column)}</span>}
          onClick={() => move(cellId(taker.person.id, column))}
        >
          {taker.person.full_name}
        </Menu.Item>
      ))}
      <Menu.Label>Only members of {item.project.name} can take it.</Menu.Label>
    </>
  )
}

/** `12 h free`, `away`: what speaks for or against a person. */
function roomIn({ weeks, absences }: WorkloadPerson, { due_date }: WorkloadItem, column: string) {
  if (due_date !== null && isAwayOn(absences, due_date)) return 'away'
  const week = weeks.find(({ from }) => from === column)
  if (!week) return undefined
  const free = roundedHours(hoursIn(week) - week.planned)
  return free >= 0 ? `${free} h free` : `${-free} h over`
}

function WeekEntries({ holder, column, workload, move, back }: StepProps) {
  const { person, absences } = holder
  return (
    <>
      <Back back={back} />
      {workload.weeks.map((week, index) => (
        <Menu.Item
          key={week.from}
          disabled={week.from === column}
          rightSection={<span className="fine">{week.from === column ? 'here' : awayInWeek(absences, week)}</span>}
          onClick={() => move(cellId(person.id, week.from))}
        >
          {weekName(week, index)} {index < 2 && <span className="dimmed">{spanInWords(week)}</span>}
        </Menu.Item>
      ))}
      <Menu.Item
        disabled={column === undated}
        rightSection={column === undated && <span className="fine">here</span>}
        onClick={() => move(cellId(person.id, undated))}
      >
        No date
      </Menu.Item>
    </>
  )
}
