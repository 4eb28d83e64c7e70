import { Box, Group, Modal, Switch, Title } from '@mantine/core'
import { Fragment } from 'react'
import { type Shortcut, shortcutsByGroup, useShortcuts, useShortcutsSwitch } from '../hooks/shortcuts.ts'
import styles from './ShortcutsHelp.module.css'

type Props = { isOpen: boolean; open: () => void; close: () => void }

/** The list of this page's shortcuts, also opened by `?`. */
export function ShortcutsHelp({ isOpen, open, close }: Props) {
  useShortcuts([{ keys: '?', label: 'Show keyboard shortcuts', group: 'Everywhere', run: open }])
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard shortcuts">
      <List />
    </Modal>
  )
}

function List() {
  const [isOn, setOn] = useShortcutsSwitch()
  return (
    <>
      {shortcutsByGroup().map(([group, shortcuts]) => (
        <Box component="section" key={group} mb="var(--space-5)">
          <Title order={3} size="h5" mb="2xs" c="dimmed">
            {group}
          </Title>
          <dl>
            {shortcuts.map((shortcut) => (
              <Group
                key={`${shortcut.keys} ${shortcut.label}`}
                className={styles.shortcut}
                justify="space-between"
                wrap="nowrap"
                py="var(--space-1-half)"
                c={!isOn && shortcut.run ? 'dimmed' : 'var(--mantine-color-text)'}
              >
                <dt>{shortcut.label}</dt>
                <Box component="dd" className="fine" flex="none">
                  <Keys {...shortcut} />
                </Box>
              </Group>
            ))}
          </dl>
        </Box>
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
