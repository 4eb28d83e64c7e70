import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { Opening } from 'contract'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { copy } from '../../ui/feedback/copy.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { useStatusChange } from './changes.ts'
import styles from './OpeningPage.module.css'
import { StateBadge } from './StateBadge.tsx'
import { type OpeningState, publicAddress, stateOf } from './states.ts'
import type { OpeningFormState } from './useOpeningForm.ts'

type Props = { opening: Opening; form: OpeningFormState }

const meanings: Readonly<Record<OpeningState, string>> = {
  draft: 'Only HR sees it. As soon as it is published, anyone can read it and apply.',
  published: 'Anyone can read it and apply:',
  over: 'Its closing date has passed: nobody can apply any more, and the public page is gone. Choose a later date to go on.',
  closed: 'Nobody can apply any more, and the public page is gone. Its applicants stay.',
}

const inDemo = 'In your own workspace, anyone can now read it and apply. The demonstration has no public pages.'

/** Who can see the opening now, and the buttons that change that. */
export function Publication({ opening, form }: Props) {
  const state = stateOf(opening, useToday())
  const { tenant } = useMe()
  const hasPage = state === 'published' && !tenant?.is_public_demo
  return (
    <section id="opening-state" tabIndex={-1} aria-label="State" className={styles.state}>
      <StateBadge opening={opening} />
      <Text inherit mt="xs">
        {state === 'published' && !hasPage ? inDemo : meanings[state]} {hasPage && <Address opening={opening} />}
      </Text>
      <Group gap="xs" mt="sm">
        {hasPage && <CopyButton opening={opening} />}
        <Buttons opening={opening} form={form} state={state} />
      </Group>
    </section>
  )
}

function Address({ opening: { id } }: { opening: Opening }) {
  const address = publicAddress(id)
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener" className={styles.address}>
      {address}
    </Anchor>
  )
}

function Buttons({ opening, form, state }: Props & { state: OpeningState }) {
  const { set, isPending } = useStatusChange()
  const isPublished = opening.status === 'published'
  return (
    <>
      {isPublished ? (
        <Button variant="default" disabled={isPending} onClick={() => void set(opening, 'closed')}>
          Close Opening
        </Button>
      ) : (
        <PublishButton opening={opening} form={form} />
      )}
      {state !== 'draft' && (
        <Button variant="default" disabled={isPending} onClick={() => void set(opening, 'draft')}>
          Back to Draft
        </Button>
      )}
    </>
  )
}

function CopyButton({ opening }: { opening: Opening }) {
  const copyIt = async () => {
    const words = { title: 'Public address', message: 'The page on which anyone can apply:' }
    if (await copy(publicAddress(opening.id), words)) toast.success('Address copied.', quick)
  }
  return (
    <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copyIt()}>
      Copy Address
    </Button>
  )
}

/** Publishes what is typed: nobody expects an earlier text to become public. */
function PublishButton({ opening, form }: Props) {
  const today = useToday()
  const { set, isPending } = useStatusChange()
  const isTouched = form.touched.length > 0
  const { closes_on } = form.values
  const verb = opening.status === 'closed' ? 'Reopen' : 'Publish'
  return (
    <ReasonedButton
      loading={form.isPending || isPending}
      reason={closes_on && closes_on < today ? 'The closing date has passed. Choose a later one, or none.' : undefined}
      onClick={() => void (isTouched ? form.saveAs('published') : set(opening, 'published'))}
    >
      {isTouched ? `Save and ${verb}` : verb}
    </ReasonedButton>
  )
}
