import { Flex, SimpleGrid, Stack, Text } from '@mantine/core'
import { Figure } from '../ui/text/Figure.tsx'
import marks from '../ui/theme/badges.module.css'
import { OwnChecklists } from './OwnChecklists.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

const samples = [
  { label: 'Employees', figure: 78 },
  { label: 'Pending Leave', figure: 6 },
  { label: 'New Applications', figure: 9 },
]

export const HrDashboard = () => (
  <WorkShell {...sidebarOf('hr')} title="HR Dashboard">
    <Stack gap="lg">
      <OwnChecklists />
      <Samples />
    </Stack>
  </WorkShell>
)

const Samples = () => (
  <div>
    <Text inherit id="samples" c="dimmed" mb="md">
      These are sample figures: they show what will stand here, and are not of your workspace.
    </Text>
    <SimpleGrid renderRoot={(props) => <dl {...props} />} minColWidth="min(12.5rem, 100%)" maw="45rem" aria-describedby="samples">
      {samples.map(({ label, figure }) => (
        <Flex key={label} className="card" wrap="wrap" align="center" justify="space-between" gap="xs" p="md">
          <Text inherit component="dt" fw="var(--weight-medium)">
            {label}
          </Text>
          <dd className={marks.mark} data-tone="plain">
            Sample
          </dd>
          <Figure>{figure}</Figure>
        </Flex>
      ))}
    </SimpleGrid>
  </div>
)
