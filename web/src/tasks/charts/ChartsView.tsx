import { AreaChart, BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { api, type Project, type Task, type WeekOfWork } from 'contract'
import { useMemo } from 'react'
import { useData } from '../../api/data.ts'
import { useNow } from '../../session/today.ts'
import { clockOf } from '../../time/duration.ts'
import { Chart, still, unfocused } from '../../ui/charts/Chart.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { dayAndMonth } from '../../ui/text/dates.ts'
import looks from './ChartsView.module.css'
import { loadOf } from './load.ts'

type Props = { project: Project; tasks: readonly Task[] }

const height = 240

/** How a project comes along, week by week, and who has how much to do. Each chart has its figures as a table. */
export function ChartsView({ project, tasks }: Props) {
  const weeks = useData(api.progress.project, { params: { project_id: String(project.id) } })
  const now = useNow()
  const load = useMemo(() => loadOf(tasks, now), [tasks, now])
  if (tasks.length === 0) return <Empty>There is nothing to draw yet: the charts count tasks and subtasks.</Empty>
  return (
    <div className={looks.charts}>
      <BurnUp weeks={weeks} />
      <Throughput weeks={weeks} />
      <Load load={load} />
    </div>
  )
}

function BurnUp({ weeks }: { weeks: readonly WeekOfWork[] }) {
  const data = weeks.map(({ week, scope, done }) => ({ week: dayAndMonth(week), Scope: scope, Done: done }))
  return (
    <Chart
      id="burn-up"
      title="Burn-up"
      about="Subtasks, and tasks without any, at the end of each week."
      heads={['Week of', 'Scope', 'Done']}
      rows={data.map((row) => [row.week, row.Scope, row.Done])}
    >
      <AreaChart
        h={height}
        data={data}
        dataKey="week"
        series={[
          { name: 'Scope', color: 'gray.5', strokeDasharray: '5 4' },
          { name: 'Done', color: 'teal.6' },
        ]}
        curveType="linear"
        withDots={false}
        withLegend
        areaProps={still}
        areaChartProps={unfocused}
      />
    </Chart>
  )
}

function Throughput({ weeks }: { weeks: readonly WeekOfWork[] }) {
  const data = weeks.map(({ week, finished }) => ({ week: dayAndMonth(week), Finished: finished }))
  return (
    <Chart
      id="throughput"
      title="Finished per week"
      about="The last bar is this week so far."
      heads={['Week of', 'Finished']}
      rows={data.map((row) => [row.week, row.Finished])}
    >
      <BarChart
        h={height}
        data={data}
        dataKey="week"
        series={[{ name: 'Finished', color: 'teal.6' }]}
        yAxisProps={{ allowDecimals: false }}
        maxBarWidth={32}
        barProps={still}
        barChartProps={unfocused}
      />
    </Chart>
  )
}

function Load({ load }: { load: ReturnType<typeof loadOf> }) {
  const data = load.map(({ name, spent, ...hours }) => ({
    name,
    'This week': hours.week,
    'Next week': hours.next,
    Later: hours.later,
    spent: clockOf(spent),
  }))
  return (
    <Chart
      id="load"
      title="Hours per person"
      about="Estimates of open subtasks in this project, by when they are due. This week has what is overdue, too; later what has no date."
      heads={['Person', 'This week', 'Next week', 'Later', 'Spent on these']}
      rows={data.map((row) => [row.name, row['This week'], row['Next week'], row.Later, row.spent])}
    >
      <BarChart
        h={Math.max(height, data.length * 32 + 60)}
        data={data}
        dataKey="name"
        orientation="vertical"
        type="stacked"
        series={[
          { name: 'This week', color: 'teal.8' },
          { name: 'Next week', color: 'teal.5' },
          { name: 'Later', color: 'gray.5' },
        ]}
        valueFormatter={(hours) => `${hours} h`}
        maxBarWidth={24}
        yAxisProps={{ width: 120 }}
        withLegend
        barProps={still}
        barChartProps={unfocused}
      />
    </Chart>
  )
}
