// The sockets of three tenants, which ask for each other's topics, rooms and messages.
import { closeCodes } from 'contract'
import type { Name, testApp } from '../server/src/testing/world.ts'
import type { Team } from './isolation-teams.ts'

type World = Pick<Awaited<ReturnType<typeof testApp>>, 'socket'> & { cookieOf: (who: Name) => string }

/** Opens the bell of each member and a room of a team, and sends frames about its own rows and the others'. */
export async function openSockets({ socket, cookieOf }: World, me: Team, others: readonly Team[]) {
  const { staff, ids, marker, at } = me
  const connect = (who: Name, path: string) => socket(who, path, { at, headers: { cookie: cookieOf(who) } })
  const bells = await Promise.all(Object.values(staff).map((who) => connect(who, '/ws/notifications/')))
  const room = await connect(staff.project_manager, `/ws/chat/${ids.room_id}/`)
  const foreign = await Promise.all(others.map(({ ids }) => connect(staff.project_manager, `/ws/chat/${ids.room_id}/`)))
  const open = [...bells, room]
  await Promise.all(open.map((each) => each.settled()))

  const own = ['mine', 'presence', `project ${ids.project_id}`]
  for (const bell of bells) {
    bell.send({ action: 'watch', topics: [...own, ...others.map(({ ids }) => `project ${ids.project_id}`)], age: 1000 })
    for (const { ids } of others) bell.send({ action: 'mark_read', notification_id: ids.notification_id })
  }
  room.send({ message: `Zebra ${marker}` })
  room.send({ type: 'typing' })
  for (const { ids } of others) room.send({ type: 'seen', message_id: ids.message_id })
  let sent = bells.length * (1 + others.length) + 2 + others.length

  return {
    /** Waits until the frames have been answered, and returns how many there were, and what is wrong with them. */
    async close(markers: readonly string[]) {
      await Promise.all(open.map((each) => each.settled()))
      await room.frame(({ message }) => message !== undefined)
      const problems: string[] = []
      for (const attempt of foreign) {
        attempt.client.on('open', () => attempt.send({ message: marker }))
        const code = await attempt.ended
        if (code !== closeCodes.forbidden) problems.push(`${staff.project_manager} was not refused a room: ${code}`)
      }
      for (const bell of bells) {
        const { topics } = await bell.frame(({ type }) => type === 'watching')
        if (topics.some((topic: string) => !own.includes(topic))) problems.push(`${at} watches ${topics}`)
      }
      const frames = [...open, ...foreign].flatMap((each) => each.frames)
      for (const frame of frames) {
        const text = JSON.stringify(frame)
        for (const found of markers) if (found !== marker && text.includes(found)) problems.push(`${at} received ${text}`)
      }
      for (const each of open) each.close()
      sent += open.length * 2
      return { frames: frames.length + sent, problems }
    },
  }
}
