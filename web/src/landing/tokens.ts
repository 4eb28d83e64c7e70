import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { theme, variables } from '../ui/theme/theme.ts'

const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const { light, dark } = variables(merged)

const shades = (['teal', 'gray', 'dark'] as const).flatMap((name) =>
  merged.colors[name].map((shade, index) => `--mantine-color-${name}-${index}:${shade}`),
)
const both = (
  ['--surface-page', '--surface-sunken', '--surface-well', '--surface-card', '--line', '--mantine-color-dimmed'] as const
).map((name) => `${name}:light-dark(${light[name]},${dark[name]})`)

/** The colours of the app's theme as CSS variables with the theme's names. */
export const tokens = `:root{--mantine-color-white:#fff;--mantine-color-black:${merged.black};${[...shades, ...both].join(';')}}`
