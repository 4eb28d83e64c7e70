import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Keeps its room at once, and is seen only by those who wait longer than 300 ms. */
export const Delayed = ({ children }: { children: ReactNode }) => (
  <div className="delayed" aria-busy="true">
    {children}
  </div>
)

/** Grey rows in the place of a list or table. */
export const SkeletonRows = ({ rows = 5, height = 40 }: { rows?: number; height?: number }) => (
  <Stack gap={8} aria-hidden>
    {Array.from({ length: rows }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Skeleton key={i} height={height} radius="sm" animate={false} />
    ))}
  </Stack>
)

/** Grey cards in the place of a grid of cards. */
export const SkeletonCards = ({ cards = 3, height = 148 }: { cards?: number; height?: number }) => (
  <div style={{ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }} aria-hidden>
    {Array.from({ length: cards }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Skeleton key={i} height={height} radius="md" animate={false} />
    ))}
  </div>
)
