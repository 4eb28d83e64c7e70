import type { Member, PersonCapacity } from 'contract'
import { useEffect } from 'react'
import { isConnectionLost } from '../api/offline.ts'
import { useToday } from '../session/today.ts'
import { choose } from '../ui/feedback/confirm.tsx'
import { AwayChoices, type AwayChoicesProps } from './AwayChoices.tsx'
import { type AwayAnswer, type AwayWork, askAboutAbsences } from './away.ts'
import { type Collision, collisionsIn, type ForeseenWork } from './collisions.ts'
import { capacitiesKey, teamKey, useCapacities, useTeam } from './read.ts'

/** Shows nothing, apart from a mark for tests. While it is there, changes ask before work is due while its assignee is away. */
export function CapacityWatch({ project_id }: { project_id: number }) {
  const today = useToday()
  const isKnown = [useCapacities(project_id), useTeam(project_id)].every((read) => read !== undefined)
  useEffect(() => askAboutAbsences((of) => questionAbout(of, today)), [today])
  return isKnown && <span hidden data-knows-absences />
}

function questionAbout<Work extends ForeseenWork>({ client, project_id, work, isAssignment }: AwayWork<Work>, today: string) {
  const capacities = client.getQueryData<PersonCapacity[]>(capacitiesKey(project_id))
  const team = client.getQueryData<{ members: Member[] }>(teamKey(project_id))
  // A change must not wait for an answer of the server.
  if (!capacities || !team || isConnectionLost()) return undefined
  const collisions = collisionsIn(work, capacities, today)
  if (collisions.length === 0) return undefined
  const about = { collisions, capacities, members: team.members, isAssignment }
  return { concerned: collisions.map((collision) => collision.work), answer: ask(about) }
}

const ask = (about: Omit<AwayChoicesProps, 'answer'>) =>
  choose<AwayAnswer>({
    title: titleOf(about.collisions, about.members),
    content: (answer) => <AwayChoices {...about} answer={answer} />,
  })

function titleOf(collisions: readonly Collision[], members: readonly Member[]) {
  const people = new Set(collisions.map(({ work }) => work.person))
  const [first] = people
  const name = members.find(({ employee }) => employee.id === first)?.employee.full_name
  return people.size === 1 && name ? `${name} is away` : 'Their assignees are away'
}
