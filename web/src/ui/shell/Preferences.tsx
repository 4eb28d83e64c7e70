import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconKeyboard, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import type { Look } from '../theme/looks.ts'

const schemes: { look: Look; name: string; Icon: typeof IconSun }[] = [
  { look: 'light', name: 'Light', Icon: IconSun },
  { look: 'dark', name: 'Dark', Icon: IconMoon },
  { look: 'auto', name: 'As the system', Icon: IconDeviceDesktop },
]

/** A menu of what a person sets for this browser. */
export function Preferences({ showShortcuts }: { showShortcuts: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="top-end" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" ms="auto" aria-label="Preferences" title="Preferences">
          <IconSettings size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Colours</Menu.Label>
        {schemes.map(({ look, name, Icon }) => (
          <Menu.Item
            key={look}
            leftSection={<Icon size={16} />}
            rightSection={look === colorScheme && <IconCheck size={16} aria-label="now" />}
            onClick={() => setColorScheme(look)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<kbd>?</kbd>} onClick={showShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
