import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from 'contract'
import { keyOf, useChange, useData } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { copy } from '../../ui/feedback/copy.tsx'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'

/** The secret address by which calendar programs show who is away. */
export const FeedDialog = ({ close }: { close: () => void }) => (
  <FormDialog isOpen close={close} title="Subscribe to This Calendar" size="lg">
    <Stack gap="sm" id="leave-feed" tabIndex={-1}>
      <Text inherit>
        Calendar programs such as Google Calendar, Outlook and Apple Calendar can show who is away. They show the same people as
        this page does to you, and never the type of leave.
      </Text>
      <Text inherit>
        <strong>Everybody who has the address sees this calendar.</strong> Give it to your own programs only.
      </Text>
      <Loaded skeleton={<SkeletonRows rows={2} />} failed="The address could not be loaded.">
        <Address />
      </Loaded>
    </Stack>
  </FormDialog>
)

function Address() {
  const { address } = useData(api.absences.feed, {})
  const { make, replace, stop, isPending } = useFeed()
  if (address === null)
    return (
      <div>
        <Button loading={isPending} onClick={() => void make()}>
          Make an Address
        </Button>
      </div>
    )
  const copyIt = async () => {
    if (await copy(address, { title: 'Address', message: 'Add it to your calendar program.' })) toast.success('Address copied.')
  }
  return (
    <>
      <TextInput label="Secret address" value={address} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group gap="xs">
        <Button onClick={() => void copyIt()}>Copy Address</Button>
        <Button variant="default" loading={isPending} onClick={() => void replace()}>
          Replace Address
        </Button>
        <Button variant="subtle" color="red" onClick={() => void stop()}>
          Stop
        </Button>
      </Group>
    </>
  )
}

function useFeed() {
  const client = useQueryClient()
  const put = (feed: { address: string | null }) => client.setQueryData(keyOf(api.absences.feed, {}), feed)
  const effects = { touches: [], shows: [api.absences.feed] }
  const { mutateAsync: renew, isPending } = useChange(api.absences.renewFeed, { ...effects, onAnswer: put })
  const { mutateAsync: end } = useChange(api.absences.stopFeed, { ...effects, onAnswer: () => put({ address: null }) })
  const renewIt = async (done: string) => {
    try {
      await renew({})
      toast.success(done)
    } catch (error) {
      toast.error(messageOf(error, 'The address could not be made.'))
    }
    keepFocus()
  }
  return {
    isPending,
    make: () => renewIt('Address made.'),
    async replace() {
      const message =
        'Replace the address? Programs that use the present one no longer show this calendar, until they have the new one.'
      if (await confirm({ title: 'Replace address', message, isDangerous: true })) await renewIt('Address replaced.')
    },
    async stop() {
      const message = 'Stop the address? Programs that use it no longer show this calendar.'
      if (!(await confirm({ title: 'Stop address', message, isDangerous: true }))) return
      try {
        await end({})
        toast.success('Address stopped.')
      } catch (error) {
        toast.error(messageOf(error, 'The address could not be stopped.'))
      }
      keepFocus()
    },
  }
}

/** The button with the focus may have disappeared. */
function keepFocus() {
  if (document.activeElement === document.body) document.getElementById('leave-feed')?.focus({ preventScroll: true })
}
