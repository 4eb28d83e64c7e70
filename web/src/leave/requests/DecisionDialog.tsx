import { Stack, Text, Textarea } from '@mantine/core'
import type { LeaveRequest } from 'contract'
import { countedItems } from '../../capacity/workload.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { DialogButtons } from '../../ui/form/DialogButtons.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { ServerForm, useServerForm } from '../../ui/form/form.tsx'
import { DueElsewhere } from './DueElsewhere.tsx'
import { useDecisions } from './decisions.ts'
import { EndangeredList } from './EndangeredList.tsx'
import { approvalForm, refusalForm } from './form.ts'
import { useIsAtStake } from './stake.ts'
import { useEndangered, useReassignment, useTakeovers } from './takeovers.ts'

export type LeaveChoice = { request: LeaveRequest; is_approved: boolean }
type Props = LeaveChoice & { close: () => void }

/** Approves or declines a request, with a reason. */
export function DecisionDialog(props: Props) {
  const isAtStake = useIsAtStake(props.request) && props.is_approved
  const title = props.is_approved ? 'Approve Leave' : 'Decline Leave'
  return (
    <FormDialog isOpen close={props.close} title={title} size={isAtStake ? 'lg' : 'md'}>
      <Fields {...props} isAtStake={isAtStake} />
    </FormDialog>
  )
}

function Fields({ request, is_approved, isAtStake, close }: Props & { isAtStake: boolean }) {
  const { decide } = useDecisions()
  const reassign = useReassignment()
  const chosen = useTakeovers()
  const form = useServerForm({
    form: is_approved ? approvalForm : refusalForm,
    submit: async ({ reason }) => {
      await decide(request, { is_approved, reason })
      await reassign(chosen.takeovers)
      close()
    },
    fallback: `The request could not be ${is_approved ? 'approved' : 'declined'}.`,
  })
  const name = request.person.full_name
  return (
    <ServerForm form={form}>
      <Textarea
        label={is_approved ? 'Comment (optional)' : 'Reason'}
        description={`${name} and HR see it.`}
        withAsterisk={!is_approved}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.field('reason')}
      />
      {isAtStake && (
        <Loaded skeleton={<SkeletonRows rows={2} />} failed="What is due meanwhile could not be loaded.">
          <EndangeredFields request={request} chosen={chosen} />
        </Loaded>
      )}
      <DialogButtons
        submit={is_approved ? (chosen.takeovers.size > 0 ? 'Approve and Reassign' : 'Approve') : 'Decline'}
        isDangerous={!is_approved}
        isPending={form.isPending}
        cancel={close}
      />
    </ServerForm>
  )
}

type EndangeredProps = Pick<LeaveChoice, 'request'> & { chosen: ReturnType<typeof useTakeovers> }

/** The work in the viewer's own projects that is due meanwhile, and how much there is in others. */
function EndangeredFields({ request, chosen }: EndangeredProps) {
  const { own, others } = useEndangered(request)
  const hasOthers = others.tasks + others.subtasks > 0
  if (own.length === 0 && !hasOthers) return null
  return (
    <Stack gap="2xs" mt="md">
      {own.length > 0 && (
        <>
          <Text inherit fw="var(--weight-medium)">
            {countedItems(own)} {own.length === 1 ? 'is' : 'are'} due meanwhile
          </Text>
          <EndangeredList {...chosen} items={own} isInForm />
        </>
      )}
      {hasOthers && <DueElsewhere request={request} work={others} isAlone={own.length === 0} />}
    </Stack>
  )
}
