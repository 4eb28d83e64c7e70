/** The id that is so many steps away. The last one is followed by the first. */
export function stepFrom(ids: readonly number[], id: number, step: 1 | -1) {
  return ids[(ids.indexOf(id) + step + ids.length) % ids.length] ?? id
}

/** The nearest of the remaining ids to one that is gone, preferably one behind it. Undefined if none remains. */
export function neighbourOf(before: readonly number[], gone: number, remaining: readonly number[]) {
  const index = before.indexOf(gone)
  const nearest = [...before.slice(index + 1), ...before.slice(0, Math.max(index, 0)).reverse()]
  return nearest.find((id) => remaining.includes(id)) ?? remaining[0]
}

type Size = { width: number; height: number }

/** The size in which all of an image is in the box, never larger than it is. */
export function fitted(image: Size, box: Size): Size {
  const scale = Math.min(1, box.width / image.width, box.height / image.height)
  return { width: Math.floor(image.width * scale), height: Math.floor(image.height * scale) }
}
