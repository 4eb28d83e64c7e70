import { useEffect } from 'react'
import { storage, typedPrefix } from '../api/storage.ts'
import { useMe } from '../session/session.ts'

/** A page that somebody has opened. */
export type RecentPage = { type: 'projects' | 'tasks'; title: string; to: string }

const most = 8
// Titles belong to the workspace: like typed text, they leave the browser at log-out.
const keyOf = (person_id: number) => `${typedPrefix}recent ${person_id}`

/** The pages that this person opened last in this browser, the latest first. */
export function recentPages(person_id: number): RecentPage[] {
  try {
    const pages: unknown = JSON.parse(storage.read(keyOf(person_id)) ?? '[]')
    return Array.isArray(pages) ? pages : []
  } catch {
    return []
  }
}

/** Remembers that this person has opened a page, once its title is known. */
export function useRemembered(type: RecentPage['type'], { title, to }: { title: string | undefined; to: string }) {
  const { id } = useMe()
  useEffect(() => {
    if (title === undefined) return
    const others = recentPages(id).filter((page) => page.to !== to)
    storage.write(keyOf(id), JSON.stringify([{ type, title, to }, ...others].slice(0, most)))
  }, [id, type, title, to])
}
