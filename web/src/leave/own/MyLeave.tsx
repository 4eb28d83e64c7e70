import { Button, Group, Title } from '@mantine/core'
import { api, may } from 'contract'
import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { useData, usePreload } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Later } from '../../ui/Later.tsx'
import { StepButtons } from '../../ui/list/StepButtons.tsx'
import { useLeaveTypes } from '../read.ts'
import { BalanceCards } from './BalanceCards.tsx'
import { History } from './History.tsx'
import styles from './MyLeave.module.css'
import { NextDaysOff } from './NextDaysOff.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import { requestDialog } from './requestDialog.ts'

/** The person's own balances, days off, requests and ledger. */
export function MyLeave() {
  const { id } = useMe()
  const person = { params: { person_id: String(id) } }
  const { year } = useYear()
  usePreload(api.leaveTypes.list, {})
  usePreload(api.leave.balancesOf, { ...person, query: { year: String(year) } })
  usePreload(api.directory.get, person)
  return (
    <Loaded skeleton={<SkeletonRows rows={6} height={64} />} failed="Your leave could not be loaded.">
      <Shown />
    </Loaded>
  )
}

function Shown() {
  const types = useLeaveTypes()
  const { dialog, open, close } = useDialog<object>()
  if (types.size === 0) return <NotSetUp />
  return (
    <div className={styles.page}>
      <section aria-labelledby="balances">
        <Head request={() => open({})} />
        <YearlyBalances />
      </section>
      <NextDaysOff />
      <OwnRequests />
      <History />
      <Later of={requestDialog} shown={dialog && { close }} />
    </div>
  )
}

function NotSetUp() {
  const { role } = useMe()
  const action = may(role, api.leaveTypes.setUp) && (
    <Button component={Link} to="/leave/types">
      Set Up Leave
    </Button>
  )
  return <Empty action={action}>HR has not set up leave yet.</Empty>
}

const firstYear = 2000

/** The year in the address, or else this one. */
function useYear() {
  const thisYear = Number(useToday().slice(0, 4))
  const [params, put] = useAddress()
  const wanted = Number(params.get('year'))
  const year = Number.isInteger(wanted) && wanted >= firstYear && wanted <= thisYear + 1 ? wanted : thisYear
  return { year, thisYear, goTo: (next: number) => put({ year: next === thisYear ? '' : String(next) }) }
}

function Head({ request }: { request: () => void }) {
  const { year, thisYear, goTo } = useYear()
  return (
    <Group gap="xs" mb="sm">
      <StepButtons
        unit="year"
        back={year > firstYear ? () => goTo(year - 1) : undefined}
        forth={year <= thisYear ? () => goTo(year + 1) : undefined}
        limits={year > thisYear ? 'Later years are not known yet' : 'There are no earlier years'}
      />
      <Title order={2} id="balances" aria-live="polite">
        Balances of {year}
      </Title>
      {year !== thisYear && (
        <Button variant="default" size="xs" onClick={() => goTo(thisYear)}>
          This year
        </Button>
      )}
      <Button ms="auto" onClick={request}>
        Request Leave
      </Button>
    </Group>
  )
}

function YearlyBalances() {
  const { id } = useMe()
  const { year: wanted } = useYear()
  // The year before stays until the next one has arrived.
  const year = useDeferredValue(wanted)
  const { balances } = useData(api.leave.balancesOf, { params: { person_id: String(id) }, query: { year: String(year) } })
  return (
    <div className={styles.steady} aria-busy={year !== wanted}>
      <BalanceCards balances={balances} />
    </div>
  )
}
