import { alpha, type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core'

// Shade 4 is the bright tone; 7 is the first with AA contrast to white text.
const teal: MantineColorsTuple = [
  '#e9faf8',
  '#cff4ef',
  '#9fe9e0',
  '#5fdccf',
  '#00c4b4',
  '#00a99b',
  '#009286',
  '#007d73',
  '#00665e',
  '#004f49',
]
const gray: MantineColorsTuple = [
  '#f7f8f8',
  '#f0f2f2',
  '#e4e7e8',
  '#d3d8d9',
  '#b5bcbe',
  '#8b9497',
  '#5c666a',
  '#4d565a',
  '#31383b',
  '#191d1f',
]
const dark: MantineColorsTuple = [
  '#e6e9ea',
  '#c4cacc',
  '#a3abae',
  '#8b9497',
  '#363d40',
  '#2a3033',
  '#212629',
  '#171a1c',
  '#111415',
  '#0b0d0e',
]
const red: MantineColorsTuple = [
  '#fff1f0',
  '#ffe0de',
  '#ffc2be',
  '#ff9c96',
  '#ff7a73',
  '#f25650',
  '#dc3d38',
  '#c42b27',
  '#a3211e',
  '#7f1a18',
]
const yellow: MantineColorsTuple = [
  '#fff8e6',
  '#ffefc7',
  '#ffdf8f',
  '#fcca4f',
  '#efb424',
  '#cf9410',
  '#b07a08',
  '#8f6106',
  '#734d05',
  '#573a05',
]
const green: MantineColorsTuple = [
  '#edfaf0',
  '#d6f3dd',
  '#aee6bb',
  '#7dd592',
  '#51c06c',
  '#34a653',
  '#238c42',
  '#187536',
  '#125d2b',
  '#0d4721',
]
const blue: MantineColorsTuple = [
  '#eef5ff',
  '#dbe9ff',
  '#b7d2ff',
  '#8ab5fd',
  '#5f97f8',
  '#3f7cec',
  '#2c66d6',
  '#2254b5',
  '#1b4492',
  '#153470',
]

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 7,
  colors: { teal, gray, dark, red, yellow, green, blue },
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
