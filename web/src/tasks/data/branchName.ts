/** Longer names are hard to read in a list of branches. */
const longest = 60

/** The name of a Git branch for a task: `web-42-check-the-forms`. What is not a Latin letter or digit becomes a hyphen. */
export function branchName({ key, title }: { key: string; title: string }) {
  const plain = `${key} ${title}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean)
  const fitting = words.filter((_, i) => words.slice(0, i + 1).join('-').length <= longest)
  return fitting.join('-')
}
