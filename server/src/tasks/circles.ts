// Finds circles: work that would wait for itself in the end.

/** A subtask, or without one the task. */
export type Node = { task_id: number; subtask_id: number | null }
/** A piece of work, and another one that it waits for. */
export type Edge = { waiting: Node; blocker: Node }

const nameOf = ({ task_id, subtask_id }: Node) => (subtask_id === null ? `task ${task_id}` : `subtask ${subtask_id}`)

/**
 * Whether a further edge closes a circle. A task is done when its subtasks are, so it waits for them; and a subtask can't begin before its
 * task can, so it waits for what its task waits for. In time proportional to the edges.
 */
export function closesCircle(edges: readonly Edge[], { waiting, blocker }: Edge) {
  const all = [...edges, { waiting, blocker }]
  const blockersOf = Map.groupBy(all, (edge) => nameOf(edge.waiting))
  const nodes = all.flatMap((edge) => [edge.waiting, edge.blocker])
  const subtasksOf = Map.groupBy(
    nodes.filter(({ subtask_id }) => subtask_id !== null),
    ({ task_id }) => task_id,
  )
  const waitsFor = (node: Node): Node[] => {
    const own = (blockersOf.get(nameOf(node)) ?? []).map((edge) => edge.blocker)
    if (node.subtask_id === null) return [...own, ...(subtasksOf.get(node.task_id) ?? [])]
    return [...own, ...(blockersOf.get(nameOf({ ...node, subtask_id: null })) ?? []).map((edge) => edge.blocker)]
  }
  const seen = new Set<string>()
  const queue = [blocker]
  // By the new edge, these wait for the blocker.
  const starts = new Set([waiting, ...(waiting.subtask_id === null ? (subtasksOf.get(waiting.task_id) ?? []) : [])].map(nameOf))
  for (const node of queue) {
    const name = nameOf(node)
    if (starts.has(name)) return true
    if (seen.has(name)) continue
    seen.add(name)
    queue.push(...waitsFor(node))
  }
  return false
}
