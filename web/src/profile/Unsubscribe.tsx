import { Alert, Button, Text } from '@mantine/core'
import { api } from 'contract'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call, Refused } from '../api/call.ts'
import { messageOf } from '../api/messages.ts'
import { PlainPage } from '../ui/shell/PlainPage.tsx'

/** The page of the link in the weekly summary. It asks first, because programs that check mails for viruses open links, too. */
export function Unsubscribe() {
  const { token = '' } = useParams()
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking')
  const [problem, setProblem] = useState<string>()
  async function unsubscribe() {
    setState('sending')
    setProblem(undefined)
    try {
      await call(api.summary.unsubscribe, { params: { token } })
      setState('done')
    } catch (error) {
      const isUnknown = error instanceof Refused && error.status === 404
      setProblem(isUnknown ? 'This link is not complete. Copy all of it from the mail.' : messageOf(error, 'Please try again.'))
      setState('asking')
    }
  }
  return (
    <PlainPage title="Weekly summary" subtitle={state === 'done' ? undefined : 'Stop the mail that comes every Monday?'}>
      {problem && (
        <Alert role="alert" color="red" mb="md">
          {problem}
        </Alert>
      )}
      {state === 'done' ? (
        <>
          <Alert role="status" color="green">
            You will not get the weekly summary any more.
          </Alert>
          <Text mt="md">You can turn it on again in your profile.</Text>
          <Button component="a" href="/profile" variant="default" mt="md">
            Go to your profile
          </Button>
        </>
      ) : (
        <Button loading={state === 'sending'} onClick={() => void unsubscribe()}>
          Unsubscribe
        </Button>
      )}
    </PlainPage>
  )
}
