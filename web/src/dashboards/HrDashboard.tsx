import { Anchor, Button, Flex, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { api } from 'contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { useData, usePreload } from '../api/data.ts'
import { Overview, pendingRequests } from '../hr/Overview.tsx'
import { useSetUp } from '../leave/hr/setUp.ts'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { Figure } from '../ui/text/Figure.tsx'
import marks from '../ui/theme/badges.module.css'
import { OwnChecklists } from './OwnChecklists.tsx'
import { OwnInterviewsLater } from './OwnInterviewsLater.tsx'
import { sidebarOf } from './sidebars.tsx'
import { WorkShell } from './WorkShell.tsx'

// The code of charts is large, and they are below.
const Charts = lazy(() => import('../hr/Charts.tsx').then(({ HrCharts }) => ({ default: HrCharts })))

type FigureOf = {
  label: string
  figure: number
  /** The page with what is counted. Absent for a sample. */
  to?: string
}

const samples: readonly FigureOf[] = [
  { label: 'Employees', figure: 78 },
  { label: 'Pending Leave', figure: 6 },
  { label: 'New Applications', figure: 9 },
]

export function HrDashboard() {
  usePreload(api.leaveTypes.list, {})
  usePreload(api.directory.list, {})
  usePreload(api.leave.list, pendingRequests)
  usePreload(api.hr.overview, {})
  return (
    <WorkShell {...sidebarOf('hr')} title="HR Dashboard">
      <Stack gap="lg">
        <OwnChecklists />
        <OwnInterviewsLater />
        <Loaded skeleton={<Waiting />} failed="The figures could not be loaded.">
          <State />
        </Loaded>
      </Stack>
    </WorkShell>
  )
}

/** Until leave is set up, sample figures show what will be here. */
function State() {
  const types = useData(api.leaveTypes.list, {})
  return types.length === 0 ? <Samples /> : <Counts />
}

function Counts() {
  const employees = useData(api.directory.list, {})
  const pending = useData(api.leave.list, pendingRequests)
  const { new_applications } = useData(api.hr.overview, {})
  return (
    <Stack gap="xl">
      <Figures
        figures={[
          { label: 'Employees', figure: employees.length, to: '/people' },
          { label: 'Pending Leave', figure: pending.count, to: '/leave/requests?status=pending' },
          { label: 'New Applications', figure: new_applications, to: '/recruiting' },
        ]}
      />
      <Overview />
      <Suspense>
        <Charts />
      </Suspense>
    </Stack>
  )
}

function Samples() {
  const { setUp, isPending } = useSetUp()
  const navigate = useNavigate()
  const begin = async () => {
    if (await setUp()) void navigate('/leave/types')
  }
  return (
    <Figures
      figures={samples}
      action={
        <Button size="xs" loading={isPending} onClick={() => void begin()}>
          Set up leave
        </Button>
      }
    >
      These are sample figures: they show what will stand here, and are not of your workspace.
    </Figures>
  )
}

type FiguresProps = { figures: readonly FigureOf[]; action?: ReactNode; children?: ReactNode }

const Figures = ({ figures, action, children }: FiguresProps) => (
  <div>
    {children && (
      <Group gap="sm" mb="md" mih={30}>
        <Text inherit id="samples" c="dimmed">
          {children}
        </Text>
        {action}
      </Group>
    )}
    <SimpleGrid
      renderRoot={(props) => <dl {...props} />}
      minColWidth="min(12.5rem, 100%)"
      maw="45rem"
      {...(children ? { 'aria-describedby': 'samples' } : {})}
    >
      {figures.map(({ label, figure, to }) => (
        <Flex key={label} className="card" wrap="wrap" align="center" justify="space-between" gap="xs" p="md">
          <Text inherit component="dt" fw="var(--weight-medium)">
            {to ? (
              <Anchor component={Link} inherit to={to}>
                {label}
              </Anchor>
            ) : (
              label
            )}
          </Text>
          {!to && (
            <dd className={marks.mark} data-tone="plain">
              Sample
            </dd>
          )}
          <Figure>{figure}</Figure>
        </Flex>
      ))}
    </SimpleGrid>
  </div>
)

const Waiting = () => (
  <div aria-hidden>
    <Skeleton height={30} maw="45rem" mb="md" animate={false} />
    <SimpleGrid minColWidth="min(12.5rem, 100%)" maw="45rem">
      {samples.map(({ label }) => (
        <Skeleton key={label} height={98} radius="md" animate={false} />
      ))}
    </SimpleGrid>
  </div>
)
