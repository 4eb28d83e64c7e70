const fromRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Names beside each other in one text. One from right to left is isolated, because it would take over the punctuation behind it. */
export const inLine = (parts: readonly (string | false | null | undefined)[]) =>
  parts
    .filter(Boolean)
    .map((part) => (fromRightToLeft.test(String(part)) ? `\u2068${part}\u2069` : part))
    .join(' · ')
