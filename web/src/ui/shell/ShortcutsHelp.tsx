import { ActionIcon, Modal, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKeyboard } from '@tabler/icons-react'
import { Fragment } from 'react'
import { type Shortcut, shortcutsByGroup, useShortcuts, useShortcutsSwitch } from '../hooks/shortcuts.ts'
import styles from './ShortcutsHelp.module.css'

/** The list of this page's shortcuts, opened by its button or `?`. */
export function ShortcutsHelp() {
  const [isOpen, { open, close }] = useDisclosure()
  useShortcuts([{ keys: '?', label: 'Show keyboard shortcuts', group: 'Everywhere', run: open }])
  return (
    <>
      <ActionIcon
        className={styles.button}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={open}
      >
        <IconKeyboard size={18} />
      </ActionIcon>
      <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts">
        <List />
      </Modal>
    </>
  )
}

function List() {
  const [isOn, setOn] = useShortcutsSwitch()
  return (
    <>
      {shortcutsByGroup().map(([group, shortcuts]) => (
        <section key={group} className={styles.group}>
          <h3>{group}</h3>
          <dl>
            {shortcuts.map((shortcut) => (
              <div key={`${shortcut.keys} ${shortcut.label}`} data-rests={!isOn && shortcut.run !== undefined}>
                <dt>{shortcut.label}</dt>
                <dd>
                  <Keys {...shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label="Use single-key shortcuts"
        description="They never act while you type. Without them, only what has the focus listens to keys."
      />
    </>
  )
}

const Keys = ({ keys, run }: Shortcut) =>
  keys.split(' ').map((key, index) => (
    <Fragment key={key}>
      {index > 0 && (run ? ' then ' : ' ')}
      <kbd className={styles.key}>{key}</kbd>
    </Fragment>
  ))
