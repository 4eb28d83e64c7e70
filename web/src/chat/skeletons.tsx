import { Box, Group, Skeleton, Stack } from '@mantine/core'

export const WaitingRooms = () => (
  <Box px="md" py="sm" aria-hidden>
    {Array.from({ length: 7 }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never move
      <Group key={i} gap="sm" py="xs" wrap="nowrap">
        <Skeleton circle height={36} flex="none" animate={false} />
        <Box flex={1}>
          <Skeleton height={12} width="50%" animate={false} />
          <Skeleton height={10} width="80%" mt="xs" animate={false} />
        </Box>
      </Group>
    ))}
  </Box>
)

const widths = [220, 340, 160, 280, 120, 300]

export const WaitingMessages = () => (
  <Stack maw="100%" p="var(--space-6) var(--space-4)" aria-hidden>
    {widths.map((width, i) => (
      <Skeleton key={width} ms={i % 3 === 2 ? 'auto' : 0} height={34} width={width} radius="md" animate={false} />
    ))}
  </Stack>
)
