// Which pictures there are. A store of its own, because hundreds of people may be on the screen: a change re-renders those whom it concerns.
import type { Api, Logo, Result } from 'contract'
import { useSyncExternalStore } from 'react'

type Pictures = Result<Api['pictures']['list']>

const none: Pictures = { logo: null, people: [] }
let logo: Logo | null = null
let versions: ReadonlyMap<number, string> = new Map()
const listeners = new Set<() => void>()

/** Shows these pictures wherever people and the workspace are. Without any, nothing of an earlier person stays. */
export function showPictures(pictures: Pictures = none) {
  logo = pictures.logo
  versions = new Map(pictures.people.map(({ person_id, version }) => [person_id, version]))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const addressOfFace = (person_id: number, version: string) =>
  `/api/people/${person_id}/picture/?v=${encodeURIComponent(version)}`
export const addressOfLogo = ({ version }: Pick<Logo, 'version'>) => `/api/workspace/logo/?v=${encodeURIComponent(version)}`

/** The address of a person's picture, undefined if they have none. */
export const useFace = (person_id: number) =>
  useSyncExternalStore(subscribe, () => {
    const version = versions.get(person_id)
    return version === undefined ? undefined : addressOfFace(person_id, version)
  })

export const useLogo = () => useSyncExternalStore(subscribe, () => logo)
