import { Menu, type MenuProps } from '@mantine/core'
import { type Comment, type Reaction, reactions } from 'contract'
import type { KeyboardEvent, ReactElement } from 'react'
import styles from './ReactionMenu.module.css'
import { type SetReactions, useReactions } from './useReactions.ts'

const words: Readonly<Record<Reaction, string>> = {
  '👍': 'Thumbs up',
  '👎': 'Thumbs down',
  '😄': 'Smile',
  '🎉': 'Hooray',
  '😕': 'Confused',
  '❤️': 'Heart',
  '🚀': 'Rocket',
  '👀': 'Eyes',
}

type Props = {
  comment: Pick<Comment, 'id' | 'reactions'>
  react: SetReactions
  menu: MenuProps
  target: ReactElement
}

/** The reactions to choose from, in one row. */
export function ReactionMenu({ comment, react, menu, target }: Props) {
  const { chosen, toggle } = useReactions(comment, react)
  return (
    <Menu {...menu} position="bottom-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={styles.menu} aria-orientation="horizontal" onKeyDown={move}>
        {reactions.map((reaction) => {
          const isChosen = chosen.includes(reaction)
          return (
            <Menu.Item
              key={reaction}
              className={styles.item}
              aria-label={isChosen ? `${words[reaction]} (chosen)` : words[reaction]}
              title={words[reaction]}
              data-is-chosen={isChosen}
              onClick={() => toggle(reaction)}
            >
              {reaction}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The library's items are below each other, and know the keys for that. */
function move({ key, currentTarget }: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
  if (!step) return
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const focused = items.findIndex((item) => item.contains(document.activeElement))
  items.at((focused + step) % items.length)?.focus()
}
