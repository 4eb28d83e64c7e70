import { alpha, type CSSVariablesResolver, createTheme, type MantineTheme } from '@mantine/core'
import type { Accent } from 'contract'
import { accentColors, colors } from './colors.ts'

const base = createTheme({
  primaryColor: 'accent',
  primaryShade: 7,
  black: '#191d1f',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif",
  headings: {
    fontWeight: 'var(--weight-semibold)',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'var(--text-page)', lineHeight: '1.3' },
      h2: { fontSize: 'var(--text-heading)', lineHeight: '1.35' },
      h3: { fontSize: 'var(--text-title)', lineHeight: '1.4' },
      h4: { fontSize: 'var(--text-body)', lineHeight: '1.45' },
      h5: { fontSize: 'var(--text-small)', lineHeight: '1.5' },
      h6: { fontSize: 'var(--text-fine)', lineHeight: '1.5' },
    },
  },
  fontSizes: {
    xs: 'var(--text-fine)',
    sm: 'var(--text-body)',
    md: 'var(--text-large)',
    lg: 'var(--text-heading)',
    xl: 'var(--text-page)',
  },
  fontWeights: { regular: 'var(--weight-regular)', medium: 'var(--weight-medium)', bold: 'var(--weight-bold)' },
  spacing: {
    '2xs': 'var(--space-1)',
    xs: 'var(--space-2)',
    sm: 'var(--space-3)',
    md: 'var(--space-4)',
    lg: 'var(--space-6)',
    xl: 'var(--space-8)',
  },
  radius: {
    xs: 'var(--radius-xs)',
    sm: 'var(--radius-sm)',
    md: 'var(--radius-md)',
    lg: 'var(--radius-lg)',
    xl: 'var(--radius-lg)',
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Modal: { defaultProps: { centered: true, radius: 'md', transitionProps: { duration: 120 }, overlayProps: { opacity: 0.4 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 160 } } },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        openDelay: 200,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Menu: {
      defaultProps: {
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        position: 'bottom-end',
        transitionProps: { duration: 80 },
      },
    },
    ColorPicker: { defaultProps: { saturationLabel: 'Saturation and brightness', hueLabel: 'Hue' } },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right' } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
    Notification: { defaultProps: { withBorder: true, radius: 'md' } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' } },
  },
})

/** The theme with the workspace's colour under the name `accent`. */
export const themeOf = (accent: Accent) => ({ ...base, colors: { ...colors, accent: accentColors[accent] } })

/** Replaces the library's greys and accents that lack AA contrast. */
export const variables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
  },
  dark: {
    ...tints(theme),
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-default-color': 'var(--mantine-color-dark-0)',
  },
})

/** Lighter tints: the library's are nearly black in the dark theme. */
const tints = ({ colors }: MantineTheme) =>
  Object.fromEntries(
    Object.entries(colors).flatMap(([name, shades]) => [
      [`--mantine-color-${name}-light`, alpha(shades[5], 0.2)],
      [`--mantine-color-${name}-light-hover`, alpha(shades[5], 0.28)],
      [`--mantine-color-${name}-light-color`, shades[2]],
    ]),
  )
