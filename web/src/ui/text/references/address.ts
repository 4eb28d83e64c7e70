/** How a text names a task or subtask: by its key, or by the id of a task. */
export type WorkAddress = { key: string } | { task_id: number }

const keyPath = /^\/([a-z][a-z0-9]{1,9}-[1-9]\d{0,8})\/?$/i
const taskPath = /^\/project_manager\/tasks\/([1-9]\d{0,15})\/?$/

/** The task or subtask at an address of this workspace. Undefined for any other address, and for a part of a task's page. */
export function workAddressOf(href: string): WorkAddress | undefined {
  if (!URL.canParse(href)) return undefined
  const { origin, pathname, hash } = new URL(href)
  if (origin !== window.location.origin || hash) return undefined
  const [, key] = keyPath.exec(pathname) ?? []
  if (key !== undefined) return { key: key.toUpperCase() }
  const [, task] = taskPath.exec(pathname) ?? []
  return task === undefined ? undefined : { task_id: Number(task) }
}
