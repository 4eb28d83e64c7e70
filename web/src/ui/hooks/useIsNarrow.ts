import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is at most `em` wide, from the first render on. */
export const useIsNarrow = (em: number) =>
  useMediaQuery(`(max-width: ${em}em)`, undefined, { getInitialValueInEffect: false }) ?? false
