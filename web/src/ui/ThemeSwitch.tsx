import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const looks: Record<MantineColorScheme, { name: string; next: MantineColorScheme; Icon: typeof IconSun }> = {
  light: { name: 'light', next: 'dark', Icon: IconSun },
  dark: { name: 'dark', next: 'auto', Icon: IconMoon },
  auto: { name: 'system', next: 'light', Icon: IconDeviceDesktop },
}

/** Light, dark, or as the system has it; each press goes on to the next. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { name, next, Icon } = looks[colorScheme]
  const label = `Theme: ${name}. Switch to ${looks[next].name}`
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} onClick={() => setColorScheme(next)}>
      <Icon size={18} />
    </ActionIcon>
  )
}
