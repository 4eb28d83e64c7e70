import { Radio, Stack, Title } from '@mantine/core'
import { api, type LeaveApproval } from 'contract'
import { useData } from '../../api/data.ts'
import { useApproval } from './changes.ts'
import styles from './LeaveTypes.module.css'

const options: readonly { value: LeaveApproval; label: string }[] = [
  { value: 'manager_then_hr', label: 'The manager, and then HR' },
  { value: 'hr', label: 'HR alone' },
]

/** The setting of who decides about requests. It applies at once. */
export function Approval() {
  const { approval } = useData(api.leaveTypes.settings, {})
  const { pending, choose } = useApproval()
  return (
    <section className={styles.card} aria-labelledby="who-decides">
      <Title order={2} id="who-decides" fz="var(--text-title)" mb="2xs">
        Who decides
      </Title>
      <Radio.Group
        aria-labelledby="who-decides"
        description="When they are away, the next one decides: HR for a manager, and an administrator while all of HR is away."
        value={pending ?? approval}
        onChange={(value) => void choose(value as LeaveApproval)}
      >
        <Stack gap="xs" mt="sm">
          {options.map((option) => (
            <Radio key={option.value} {...option} />
          ))}
        </Stack>
      </Radio.Group>
    </section>
  )
}
