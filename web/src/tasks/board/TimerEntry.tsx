import { Menu } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { api, may, type Subtask } from 'contract'
import { useMe } from '../../session/session.ts'
import { askTimer, useIsRunning } from '../../time/running.ts'

/** The entry of a card's menu that starts and stops the timer on a subtask. */
export function TimerEntry({ subtask: { id, key, title, task }, project }: { subtask: Subtask; project: number }) {
  const { role } = useMe()
  const isRunning = useIsRunning(id)
  if (!may(role, api.time.start)) return null
  const Icon = isRunning ? IconPlayerStop : IconPlayerPlay
  return (
    <>
      <Menu.Item
        leftSection={<Icon size={16} />}
        onClick={() => askTimer(({ start, stop }) => (isRunning ? stop() : start({ subtask: id, task, project, key, title })))}
      >
        {isRunning ? 'Stop timer' : `Start timer on ${key}`}
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}
