import { Button } from '@mantine/core'
import { api, type DirectoryPerson, type LeaveBalance, may } from 'contract'
import { useDeferredValue } from 'react'
import { useData, usePreload } from '../../api/data.ts'
import { PersonSection } from '../../directory/person/PersonSection.tsx'
import { argsOf } from '../../directory/person/records.ts'
import { useWhoSees } from '../../directory/person/whoSees.ts'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded, Part } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Ledger } from '../Ledger.tsx'
import { useLeaveTypes } from '../read.ts'
import { TypeMark } from '../TypeMark.tsx'
import { Balance } from './Balance.tsx'
import { CorrectBalance } from './CorrectBalance.tsx'
import styles from './PersonLeave.module.css'
import { grantsDays } from './types.ts'
import { YearSwitch, yearInAddress } from './YearSwitch.tsx'

type Props = { person: DirectoryPerson }

/** A person's balances and their ledger, for HR and the person. */
export function PersonLeave({ person }: Props) {
  const year = useToday().slice(0, 4)
  usePreload(api.leaveTypes.list, {})
  usePreload(api.leave.balancesOf, { ...argsOf(person.id), query: { year } })
  return (
    <Part failed="The leave could not be loaded.">
      <Shown person={person} />
    </Part>
  )
}

function Shown({ person }: Props) {
  const { role } = useMe()
  const types = useLeaveTypes()
  const { dialog, open, close } = useDialog<'correct'>()
  const note = useWhoSees(person)
  const correctable = [...types.values()].filter(grantsDays)
  // Before leave is set up there is nothing to see.
  if (types.size === 0) return null
  return (
    <PersonSection
      id="leave"
      title="Leave"
      note={note}
      actions={
        may(role, api.leave.correct) &&
        correctable.length > 0 && (
          <Button variant="default" size="xs" onClick={() => open('correct')}>
            Correct Balance
          </Button>
        )
      }
    >
      <OfYear person={person} />
      <History person={person} />
      {dialog && <CorrectBalance person={person} types={correctable} close={close} />}
    </PersonSection>
  )
}

/** The balances of the year in the address. Those of the year before stay until the others have arrived. */
function OfYear({ person }: Props) {
  const types = useLeaveTypes()
  const thisYear = Number(useToday().slice(0, 4))
  const [params, put] = useAddress()
  const wanted = yearInAddress(params.get('year'), thisYear)
  const year = useDeferredValue(wanted)
  const { balances } = useData(api.leave.balancesOf, { ...argsOf(person.id), query: { year: String(year) } })
  return (
    <>
      <YearSwitch year={wanted} thisYear={thisYear} goTo={(next) => put({ year: next === thisYear ? '' : String(next) })} />
      <ul className={styles.balances} aria-label={`Balances of ${year}`} aria-busy={year !== wanted}>
        {withLeftFirst(balances).map((balance) => {
          const type = types.get(balance.type)
          return (
            type && (
              <li key={type.id}>
                <TypeMark type={type} />
                <Balance balance={balance} />
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}

/** Types with a balance come before those that are only counted. */
const withLeftFirst = (balances: readonly LeaveBalance[]) =>
  balances.toSorted((a, b) => Number(a.left === null) - Number(b.left === null))

/** The ledger, which few come for. The address has its page while it is open. */
function History({ person }: Props) {
  const [params, put] = useAddress()
  const page = Number.parseInt(params.get('ledger') ?? '', 10) || 0
  const isOpen = page > 0
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => put({ ledger: isOpen ? '' : '1' })}
      >
        {isOpen ? 'Hide Ledger' : 'Show Ledger'}
      </Button>
      {isOpen && (
        <Loaded skeleton={<SkeletonRows rows={4} />} failed="The ledger could not be loaded.">
          <Ledger name="Ledger" person_id={person.id} page={page} goTo={(next) => put({ ledger: String(next) })} />
        </Loaded>
      )}
    </>
  )
}
