/** The theme switch's choices, each with the one that follows it. */
export const looks = {
  light: { name: 'light', next: 'dark' },
  dark: { name: 'dark', next: 'auto' },
  auto: { name: 'system', next: 'light' },
} as const

export type Look = keyof typeof looks

export const labelOf = (look: Look) => `Theme: ${looks[look].name}. Switch to ${looks[looks[look].next].name}`
