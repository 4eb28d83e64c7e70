// Styles are made of the tokens of `web/src/ui/theme/tokens.css`; CONTRIBUTING says which there are.
const space = String.raw`(0|auto|1px|inherit|var\(--(space|cell|card)-[\w-]+(, var\(--space-[\w-]+\))?\)|calc\((var\(--space-[\w-]+\)|-1| |[-+*])+\))`
const spaces = new RegExp(`^${space}( ${space}){0,3}$`)

/** @type {import('stylelint').Config} */
export default {
  rules: {
    'declaration-property-value-allowed-list': {
      '/^(padding|margin)/': [spaces],
      '/gap$/': [spaces],
      'font-size': [/^var\(--text-/, 'inherit', 'calc(var(--initials-size) * 0.4)'],
      'font-weight': [/^var\(--weight-/, 'inherit', '100 900'],
      '/radius$/': [/^(var\(--radius-[\w-]+\) ?)+$/, '0', 'inherit'],
      'z-index': [/^var\(--z-/],
    },
    'color-no-hex': true,
    'color-named': 'never',
    'function-disallowed-list': ['/^(rgb|hsl|hwb|lab|lch|oklab|oklch)a?$/', 'light-dark', 'color-mix'],
    'media-feature-name-allowed-list': ['max-width', 'pointer', 'hover', 'forced-colors', 'prefers-reduced-motion', 'scripting'],
    'media-feature-name-value-allowed-list': { 'max-width': ['36em', '48em', '62em'] },
    'declaration-block-no-duplicate-properties': true,
    'no-duplicate-selectors': true,
    'no-unknown-animations': true,
  },
  overrides: [{ files: ['web/src/ui/theme/tokens.css'], rules: { 'color-no-hex': null, 'function-disallowed-list': null } }],
}
