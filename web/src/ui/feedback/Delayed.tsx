import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Takes up its room at once, but becomes visible only after 300 ms. */
export const Delayed = ({ children }: { children: ReactNode }) => (
  <div className="delayed" aria-busy="true">
    {children}
  </div>
)

export const SkeletonRows = ({ rows = 5, height = 40 }: { rows?: number; height?: number }) => (
  <Stack gap="xs" aria-hidden>
    {Array.from({ length: rows }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <Skeleton key={i} height={height} radius="sm" animate={false} />
    ))}
  </Stack>
)

export const SkeletonCards = ({ cards = 3, height = 148 }: { cards?: number; height?: number }) => (
  <div
    style={{ display: 'grid', gap: 'var(--space-4)', gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}
    aria-hidden
  >
    {Array.from({ length: cards }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items never move
      <Skeleton key={i} height={height} radius="md" animate={false} />
    ))}
  </div>
)
