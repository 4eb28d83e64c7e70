// How a change reaches the screens of those who may see it.
import type { News, Read, Role } from 'contract'
import type { Services } from '../kit/context.ts'
import type { Db } from '../kit/db/db.ts'

/** Who follows a project. */
export const projectTopic = (project_id: number) => `project ${project_id}`
/** Each person's own, and each role's, of those who follow what concerns them. */
export const personTopic = (person_id: number) => `person ${person_id}`
export const roleTopic = (role: Role) => `role ${role}`

type Where = { db: Db; tenant: { id: number }; services: Pick<Services, 'live'> }
type Whom = { people?: readonly number[]; roles?: readonly Role[]; projects?: readonly number[] }

/** To those who have the project on the screen, once this has committed. */
export const tellProject = ({ db, tenant, services }: Where, project_id: number, news: News) =>
  services.live.send({ db, tenant }, [projectTopic(project_id)], news)

/**
 * To these people, and everybody of these roles, whatever page they have before them, and to those who have one of these
 * projects on the screen; to each screen once, and once this has committed.
 */
export function tellPeople({ db, tenant, services }: Where, { people = [], roles = [], projects = [] }: Whom, news: News) {
  const topics = [...new Set(people)].map(personTopic).concat(roles.map(roleTopic), projects.map(projectTopic))
  if (topics.length) services.live.send({ db, tenant }, topics, news)
}

/** That what they see of these things has changed. */
export const tellStale = (where: Where, whom: Whom, ...reads: Read[]) => tellPeople(where, whom, { type: 'stale', reads })
