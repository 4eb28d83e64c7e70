/** The breakpoints, also of the style sheets: CSS has no variables for them, so stylelint admits these three only. */
export const upTo = { phone: '(max-width: 36em)', tablet: '(max-width: 48em)', laptop: '(max-width: 62em)' }
