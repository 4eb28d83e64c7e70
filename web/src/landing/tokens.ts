import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { themeOf, variables } from '../ui/theme/theme.ts'

const theme = themeOf('teal')
const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const { light, dark } = variables(merged)
const dimmed = '--mantine-color-dimmed'

const shades = (['accent', 'gray', 'dark'] as const).flatMap((name) =>
  theme.colors[name].map((shade, index) => `--mantine-color-${name}-${index}:${shade}`),
)

/** The colours that `tokens.css` is made of, as CSS variables with the theme's names. */
export const tokens = `:root{--mantine-color-white:#fff;--mantine-color-black:${merged.black};--mantine-color-dimmed:light-dark(${light[dimmed]},${dark[dimmed]});${shades.join(';')}}`
