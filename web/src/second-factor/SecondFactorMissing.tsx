import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { startOf, useLogout, useMe } from '../session/session.ts'
import { SkeletonRows } from '../ui/feedback/Delayed.tsx'
import { Loaded } from '../ui/feedback/Loaded.tsx'
import { PlainPage } from '../ui/shell/PlainPage.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** The page to which somebody is led who has to set up a second factor before anything else. */
export function SecondFactorMissing() {
  const me = useMe()
  const logout = useLogout()
  // The codes are shown after the first one has been added, which is no reason to leave before they have been read.
  const [wasMissing] = useState(me.must_set_up_second_factor === true)
  if (!wasMissing) return <Navigate to={startOf(me)} replace />
  return (
    <PlainPage
      title="Set up a second factor"
      subtitle={`${me.tenant?.name ?? 'Atrium'} asks everybody to confirm a log-in with more than a password.`}
      width={520}
      footer={
        <Anchor component="button" type="button" onClick={() => void logout()}>
          Log out
        </Anchor>
      }
    >
      <Text inherit mb="md">
        Add an app on your phone that shows codes, or a passkey. It takes a minute, and then you go on.
      </Text>
      <Loaded skeleton={<SkeletonRows rows={1} height={44} />} failed="Failed to load your second factors.">
        {/* Afresh, so that the connection for live changes is opened again. */}
        <SecondFactor onReady={() => window.location.assign(startOf(me))} />
      </Loaded>
    </PlainPage>
  )
}
