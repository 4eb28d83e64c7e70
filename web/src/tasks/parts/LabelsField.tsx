import { Group, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Label } from 'contract'
import styles from './LabelsField.module.css'
import { LabelDot, LabelTags } from './LabelTags.tsx'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** The task's labels. */
  labels: readonly Label[]
  /** The workspace's labels. */
  all: readonly Label[]
  save: (ids: number[]) => void
}

/** A task's labels with a menu of checkboxes to change them. */
export function LabelsField({ labels, all, save }: Props) {
  const { isRendered, trigger, menu } = useLazyMenu()
  const ids = labels.map(({ id }) => id)
  const target = (
    <UnstyledButton {...trigger} className={styles.value} title="Edit labels">
      <VisuallyHidden>Labels: </VisuallyHidden>
      {labels.length ? <LabelTags labels={labels} /> : <span className="dimmed">Not set</span>}
    </UnstyledButton>
  )
  if (!isRendered) return target
  return (
    <Menu {...menu} position="bottom-start" width={240} closeOnItemClick={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {all.length === 0 && <Menu.Label>There are no labels to choose. The tenant admin makes them.</Menu.Label>}
        {all.map(({ id, name, color }) => (
          <Menu.CheckboxItem
            key={id}
            checked={ids.includes(id)}
            onChange={(isChosen) => save(isChosen ? [...ids, id] : ids.filter((other) => other !== id))}
          >
            <Group gap="xs" wrap="nowrap">
              <LabelDot color={color} /> {name}
            </Group>
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
