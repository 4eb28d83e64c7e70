import { ActionIcon, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { type Look, labelOf, looks } from '../theme/looks.ts'

const icons: Record<Look, typeof IconSun> = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop }

/** Cycles through the light, dark and system themes. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Icon = icons[colorScheme]
  const label = labelOf(colorScheme)
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(looks[colorScheme].next)}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}
