import { Button, Group, SegmentedControl } from '@mantine/core'
import { api, may } from 'contract'
import { usePreload } from '../../api/data.ts'
import { useMe } from '../../session/session.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Later } from '../../ui/Later.tsx'
import { requestDialog } from '../own/requestDialog.ts'
import { AllRequests } from './AllRequests.tsx'
import { RequestsToDecide } from './RequestsToDecide.tsx'

const options = [
  { value: 'to_decide', label: 'Waiting for you' },
  { value: 'all', label: 'All requests' },
]

/** The requests that wait for the person; for HR, those of everybody as well. */
export function Requests() {
  const { role } = useMe()
  const isForAll = may(role, api.leave.balances)
  const [params, put] = useAddress()
  const show = isForAll && params.get('show') === 'all' ? 'all' : 'to_decide'
  usePreload(api.leaveTypes.list, {})
  return (
    <>
      {isForAll && (
        <Group justify="space-between" gap="xs" mb="sm">
          <SegmentedControl
            size="xs"
            aria-label="Requests"
            data={options}
            value={show}
            onChange={(chosen) => put({ show: chosen === 'all' ? 'all' : '', status: '', person: '', page: '' })}
          />
          <EnterLeave />
        </Group>
      )}
      <Loaded key={show} skeleton={<SkeletonRows rows={6} />} failed="The requests could not be loaded.">
        {show === 'all' ? <AllRequests /> : <RequestsToDecide />}
      </Loaded>
    </>
  )
}

function EnterLeave() {
  const { dialog, open, close } = useDialog<object>()
  return (
    <>
      <Button onClick={() => open({})}>Enter Leave</Button>
      <Later of={requestDialog} shown={dialog && { choosesPerson: true, close }} />
    </>
  )
}
