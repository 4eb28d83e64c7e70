import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { addDays, api, type Result, timeProblems } from 'contract'
import { keyOf, useChange } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { useToday } from '../../session/today.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { sheetsToSubmit, sheetsToWithdraw, weekInWords } from '../week.ts'

type Week = Result<typeof api.time.week>

/** Submits a week, or takes it back while nobody has decided about it. */
export function WeekActions({ week }: { week: Week }) {
  const today = useToday()
  const { submit, withdraw } = useWeekChanges(week.week)
  const words = weekInWords(week.week, today)
  const isOver = addDays(week.week, 6) < today
  const send = async () => {
    const message = `The week of ${words} is not over. Once it is submitted, its time can’t be changed unless you withdraw it.`
    if (isOver || (await confirm({ title: 'Submit the week now?', message }))) submit.run()
  }
  const nothing = sheetsToSubmit(week).length === 0 ? timeProblems.nothing : undefined
  return (
    <Group gap="xs">
      {sheetsToWithdraw(week).length > 0 && (
        <Button variant="default" size="xs" loading={withdraw.isPending} onClick={withdraw.run}>
          Withdraw
        </Button>
      )}
      <ReasonedButton
        size="xs"
        reason={week.week > today ? timeProblems.futureWeek : nothing}
        loading={submit.isPending}
        onClick={() => void send()}
      >
        Submit week
      </ReasonedButton>
    </Group>
  )
}

function useWeekChanges(week: string) {
  const client = useQueryClient()
  const args = { params: { week } }
  const effects = {
    touches: [api.time.ofSubtask],
    shows: [api.time.week],
    onAnswer: (answer: Week) => void client.setQueryData(keyOf(api.time.week, { ...args, query: {} }), answer),
  }
  const submission = useChange(api.time.submit, effects)
  const withdrawal = useChange(api.time.withdraw, effects)
  const runOf =
    (change: (sent: typeof args) => Promise<Week>, { done, failed }: { done: string; failed: string }) =>
    () =>
      void change({ ...args }).then(
        () => toast.success(done),
        (error) => toast.error(messageOf(error, failed)),
      )
  return {
    submit: {
      isPending: submission.isPending,
      run: runOf(submission.mutateAsync, { done: 'Week submitted.', failed: 'The week could not be submitted.' }),
    },
    withdraw: {
      isPending: withdrawal.isPending,
      run: runOf(withdrawal.mutateAsync, { done: 'Week withdrawn.', failed: 'The week could not be withdrawn.' }),
    },
  }
}
