// How a change reaches the screens of those who may see it.
import type { LiveEvent, ReadModel, Role } from 'contract'
import type { Services } from '../kit/context.ts'
import type { Db } from '../kit/db/db.ts'

/** Who follows a project. */
export const projectTopic = (project_id: number) => `project ${project_id}`
/** Each person's own, and each role's, of those who follow what concerns them. */
export const personTopic = (person_id: number) => `person ${person_id}`
export const roleTopic = (role: Role) => `role ${role}`

type Where = { db: Db; tenant: { id: number }; services: Pick<Services, 'channels'> }
type Recipients = { people?: readonly number[]; roles?: readonly Role[]; projects?: readonly number[] }

/** To those who have the project on the screen, once this has committed. */
export const publishToProject = ({ db, tenant, services }: Where, project_id: number, news: LiveEvent) =>
  services.channels.send({ db, tenant }, [projectTopic(project_id)], news)

/**
 * To these people, and everybody of these roles, whatever page they have before them, and to those who have one of these
 * projects on the screen; to each screen once, and once this has committed.
 */
export function publishToPeople(
  { db, tenant, services }: Where,
  { people = [], roles = [], projects = [] }: Recipients,
  news: LiveEvent,
) {
  const topics = [...new Set(people)].map(personTopic).concat(roles.map(roleTopic), projects.map(projectTopic))
  if (topics.length) services.channels.send({ db, tenant }, topics, news)
}

/** That what they see of these things has changed. */
export const invalidate = (where: Where, whom: Recipients, ...reads: ReadModel[]) =>
  publishToPeople(where, whom, { type: 'stale', reads })
