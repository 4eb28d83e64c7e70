import { Button, Stack, Text } from '@mantine/core'
import { api, type Role, roleNames } from 'contract'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { messageOf } from '../api/messages.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { useDemo } from './demo.ts'
import styles from './LookAround.module.css'
import { useEntrance } from './session.ts'

/** On the log-in page of the demonstration: enters it as somebody of each role, with one click. */
export function LookAround() {
  const { people } = useDemo()
  const enter = useEntrance()
  const [entering, setEntering] = useState<Role>()
  if (people.length === 0) return null
  const lookAround = async (role: (typeof people)[number]['role']) => {
    setEntering(role)
    await enter(() => call(api.demo.enter, { body: { role } })).catch((error) =>
      toast.error(messageOf(error, 'The demo could not be opened.')),
    )
    setEntering(undefined)
  }
  return (
    <Stack gap="xs" mb="lg" renderRoot={(props) => <section {...props} aria-labelledby="look-around" />}>
      <Text id="look-around" className="dimmed">
        Look around as …
      </Text>
      <div className={styles.people}>
        {people.map(({ role, full_name }) => (
          <Button
            key={role}
            variant="light"
            h="auto"
            py="xs"
            loading={entering === role}
            disabled={entering !== undefined && entering !== role}
            onClick={() => void lookAround(role)}
          >
            <span>
              {roleNames[role]}
              <Text span display="block" className="fine" c="inherit">
                {full_name}
              </Text>
            </span>
          </Button>
        ))}
      </div>
    </Stack>
  )
}
