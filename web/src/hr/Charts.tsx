import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { api } from 'contract'
import { useData } from '../api/data.ts'
import { useLeaveTypes } from '../leave/read.ts'
import { useToday } from '../session/today.ts'
import { Chart, still, unfocused } from '../ui/charts/Chart.tsx'
import { monthNames } from '../ui/text/dates.ts'
import looks from './Overview.module.css'
import { leaveByMonth, monthsUntil } from './overview.ts'

const height = 240

/** Who works where, and how much leave is taken when. */
export function HrCharts() {
  return (
    <div className={looks.grid}>
      <Headcount />
      <Leave />
    </div>
  )
}

function Headcount() {
  const { headcount } = useData(api.hr.overview, {})
  const rows = headcount.map(({ department, people }) => ({ department: department || 'Without a department', People: people }))
  return (
    <Chart
      id="headcount"
      title="People by department"
      about="Everybody who works here today."
      heads={['Department', 'People']}
      rows={rows.map(({ department, People }) => [department, People])}
    >
      <BarChart
        h={Math.max(height, rows.length * 32 + 40)}
        data={rows}
        dataKey="department"
        orientation="vertical"
        series={[{ name: 'People', color: 'teal.6' }]}
        xAxisProps={{ allowDecimals: false }}
        yAxisProps={{ width: 140 }}
        maxBarWidth={24}
        barProps={still}
        barChartProps={unfocused}
      />
    </Chart>
  )
}

const monthInWords = (month: string) => `${monthNames[Number(month.slice(5)) - 1]?.slice(0, 3)} ${month.slice(0, 4)}`

function Leave() {
  const { leave } = useData(api.hr.overview, {})
  const known = useLeaveTypes()
  const { types, rows } = leaveByMonth(leave, monthsUntil(useToday()))
  const series = types.flatMap((id) => {
    const type = known.get(id)
    return type ? [{ id, name: type.name, color: `var(--leave-${type.color}-ink)` }] : []
  })
  const data = rows.map(({ month, days }) => ({
    month: monthInWords(month),
    ...Object.fromEntries(series.map(({ id, name }) => [name, days.get(id) ?? 0])),
  }))
  return (
    <Chart
      id="leave-by-month"
      title="Leave by month"
      about="Days of approved leave in the last twelve months, with this one."
      heads={['Month', ...series.map(({ name }) => name)]}
      rows={rows.map(({ month, days }) => [monthInWords(month), ...series.map(({ id }) => days.get(id) ?? 0)])}
    >
      <BarChart
        h={height}
        data={data}
        dataKey="month"
        type="stacked"
        series={series.map(({ name, color }) => ({ name, color }))}
        maxBarWidth={32}
        withLegend
        barProps={still}
        barChartProps={unfocused}
      />
    </Chart>
  )
}
