import { Avatar } from '@mantine/core'

const colors = ['teal', 'blue', 'grape', 'yellow', 'red', 'green', 'indigo', 'pink', 'cyan', 'violet']

/** A person's initials, always in the same colour. */
export const Initials = ({ id, name, size = 28 }: { id: number; name: string; size?: number }) => (
  <Avatar size={size} radius="xl" color={colors[id % colors.length] ?? 'teal'} title={name} aria-hidden fz={size * 0.4}>
    {initialsOf(name)}
  </Avatar>
)

function initialsOf(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('') || '?'
}
