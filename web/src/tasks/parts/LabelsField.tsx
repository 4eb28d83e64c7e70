import { Group, Menu, VisuallyHidden } from '@mantine/core'
import type { Label } from 'contract'
import type { ReactNode } from 'react'
import { useLabels } from '../data/labels.ts'
import styles from './LabelsField.module.css'
import { LabelDot, LabelTags } from './LabelTags.tsx'
import { useLazyMenu } from './useLazyMenu.ts'

type Props = {
  /** The task's labels. */
  labels: readonly Label[]
  save: (ids: number[]) => void
  /** How the labels look; as tags where absent. */
  display?: ReactNode
  className?: string | undefined
}

/** A task's labels with a menu of checkboxes to change them. */
export function LabelsField({ labels, save, display, className = styles.value }: Props) {
  const { isRendered, trigger, menu } = useLazyMenu()
  const target = (
    <button type="button" {...trigger} className={className} title="Edit labels" data-edit="labels">
      <VisuallyHidden>Labels: </VisuallyHidden>
      {display ?? (labels.length ? <LabelTags labels={labels} /> : <span className="dimmed">Not set</span>)}
    </button>
  )
  if (!isRendered) return target
  return (
    <Menu {...menu} position="bottom-start" width={240} closeOnItemClick={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Choices chosen={labels.map(({ id }) => id)} save={save} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ chosen, save }: { chosen: readonly number[]; save: Props['save'] }) {
  const all = useLabels()
  if (all.length === 0) return <Menu.Label>There are no labels to choose. The tenant admin makes them.</Menu.Label>
  return all.map(({ id, name, color }) => (
    <Menu.CheckboxItem
      key={id}
      checked={chosen.includes(id)}
      onChange={(isChosen) => save(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))}
    >
      <Group gap="xs" wrap="nowrap">
        <LabelDot color={color} /> {name}
      </Group>
    </Menu.CheckboxItem>
  ))
}
