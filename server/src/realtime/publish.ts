// Publishes events to the screens of those who may see them. Everything is sent after the commit.
import type { LiveEvent, Role } from 'contract'
import type { Publisher } from '../kit/context.ts'

/** The topic of those who have the project on the screen. */
export const projectTopic = (project_id: number) => `project ${project_id}`
/** The topics of one person and of a role, joined by pages that watch `mine`. */
export const personTopic = (person_id: number) => `person ${person_id}`
export const roleTopic = (role: Role) => `role ${role}`

export type Recipients = { people?: readonly number[]; roles?: readonly Role[]; projects?: readonly number[] }

/**
 * Publishes to these people and everybody of these roles, whatever page they are on, and to those who have one of these projects on the
 * screen. Each screen receives it once.
 */
export function publish(
  { db, tenant, services }: Publisher,
  { people = [], roles = [], projects = [] }: Recipients,
  event: LiveEvent,
) {
  const topics = [...new Set(people)].map(personTopic).concat(roles.map(roleTopic), projects.map(projectTopic))
  if (topics.length) services.channels.send({ db, tenant }, topics, event)
}
