import { Menu, TextInput } from '@mantine/core'
import { IconCheck, IconUserQuestion } from '@tabler/icons-react'
import { isAssignable, type Member, type Task } from 'contract'
import { type KeyboardEvent, useState } from 'react'
import { matcherOf } from '../../ui/list/search.ts'
import { Initials } from '../../ui/text/Initials.tsx'
import menuStyles from './LabelsField.module.css'
import styles from './StatusMenu.module.css'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** The row's title, for the button's label. */
  of: string
  assignee: Task['assigned_to']
  members: readonly Member[]
  save: (person_id: number | null) => void
  title: string
}

/** Teams of up to so many are seen at a glance. */
const few = 8

/**
 * A button that changes an assignee. It covers the element around it, which shows the assignee: a button's label would have to
 * contain the initials. In a large team, typed letters find the person.
 */
export function AssigneeMenu({ of, assignee, members, save, title }: Props) {
  const { isRendered, trigger, menu, close } = useLazyMenu()
  const target = (
    <button
      type="button"
      {...trigger}
      className={styles.cover}
      data-edit="assignee"
      aria-label={`Assignee of ${of}: ${assignee?.full_name ?? 'Unassigned'}`}
      title={title}
    />
  )
  if (!isRendered) return target
  return (
    <Menu {...menu} position="bottom-start" width={240} {...(members.length > few && { trapFocus: true })}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={menuStyles.menu}>
        <People assignee={assignee} members={members} save={save} close={close} />
      </Menu.Dropdown>
    </Menu>
  )
}

type PeopleProps = Pick<Props, 'assignee' | 'members' | 'save'> & { close: () => void }

function People({ assignee, members, save, close }: PeopleProps) {
  const [search, setSearch] = useState('')
  const matches = matcherOf(search)
  const found = members
    .filter(isAssignable)
    .map(({ employee }) => employee)
    .filter(({ full_name }) => matches(full_name))
  const choose = (id: number | null) => {
    if (id !== (assignee?.id ?? null)) save(id)
  }
  const chooseFirst = (event: KeyboardEvent) => {
    const first = found[0]
    if (event.key !== 'Enter' || !first) return
    event.preventDefault()
    choose(first.id)
    close()
  }
  const mark = <IconCheck size={16} aria-label="now" />
  return (
    <>
      {members.length > few && (
        <TextInput
          size="xs"
          mb="2xs"
          aria-label="Find a person"
          placeholder="Find a person"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={chooseFirst}
        />
      )}
      {!search && (
        <Menu.Item
          leftSection={<IconUserQuestion size={20} stroke={1.5} aria-hidden />}
          rightSection={!assignee && mark}
          onClick={() => choose(null)}
        >
          Unassigned
        </Menu.Item>
      )}
      {found.map(({ id, full_name }) => (
        <Menu.Item
          key={id}
          leftSection={<Initials id={id} name={full_name} size={20} />}
          rightSection={id === assignee?.id && mark}
          onClick={() => choose(id)}
        >
          {full_name}
        </Menu.Item>
      ))}
      {found.length === 0 && <Menu.Label>Nobody by that name is in this project.</Menu.Label>}
    </>
  )
}
