import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { accentColors } from '../ui/theme/colors.ts'
import { themeOf, variables } from '../ui/theme/theme.ts'

const theme = themeOf('teal')
const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const { light, dark } = variables(merged)
const dimmed = '--mantine-color-dimmed'

const shadesOf = (name: string, colors: readonly string[]) =>
  colors.map((shade, index) => `--mantine-color-${name}-${index}:${shade}`).join(';')
const shades = (['accent', 'gray', 'dark'] as const).map((name) => shadesOf(name, theme.colors[name]))

/** The colours that `tokens.css` is made of, as CSS variables with the theme's names. */
export const tokens = `:root{--mantine-color-white:#fff;--mantine-color-black:${merged.black};--mantine-color-dimmed:light-dark(${light[dimmed]},${dark[dimmed]});${shades.join(';')}}`

/** The same for the pages of openings, with the red of problems and the colours that a workspace can choose, which `data-accent` names. */
export const jobsTokens = [
  tokens,
  `:root{${shadesOf('red', theme.colors.red)}}`,
  ...Object.entries(accentColors).map(([accent, colors]) => `:root[data-accent="${accent}"]{${shadesOf('accent', colors)}}`),
].join('')
