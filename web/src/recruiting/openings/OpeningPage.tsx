import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Opening, openingProblems } from 'contract'
import { Refused } from '../../api/call.ts'
import { readOf, useData, usePreload } from '../../api/data.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ServerForm } from '../../ui/form/form.tsx'
import { ReasonedButton } from '../../ui/form/ReasonedButton.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { SaveBar } from '../SaveBar.tsx'
import { argsOf, useOpeningRemoval } from './changes.ts'
import { ApplicantsLink } from './columns.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import styles from './OpeningPage.module.css'
import { Publication } from './Publication.tsx'
import { useOpeningForm } from './useOpeningForm.ts'

type Props = { opening_id: string }

/** An opening with its text and questions, to be edited and published. */
export const OpeningDetails = ({ opening_id }: Props) =>
  /^[1-9]\d{0,15}$/.test(opening_id) ? <Existing opening_id={opening_id} /> : notHere

const notHere = <Empty>There is no such opening. It may have been deleted.</Empty>

function Existing({ opening_id }: Props) {
  usePreload(api.openings.get, argsOf(opening_id))
  usePreload(api.locations.list, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={7} height={64} />} failed="The opening could not be loaded." notFound={notHere}>
      <Shown opening_id={opening_id} />
    </Loaded>
  )
}

const fieldNames = {
  title: 'title',
  department: 'department',
  location: 'location',
  closes_on: 'closing date',
  description: 'description',
  questions: 'questions',
}

function Shown({ opening_id }: Props) {
  const opening = useData(api.openings.get, argsOf(opening_id))
  const form = useOpeningForm(opening)
  const { touched, overtaken, revert } = form
  return (
    <div className={styles.page}>
      <Deleted opening_id={opening_id} />
      <div>
        <Title order={2} className={styles.title}>
          {opening.title}
        </Title>
        <Group gap="var(--space-1) var(--space-3)" mt="2xs">
          <ApplicantsLink opening={opening} />
          <span className="dimmed">
            Created <RelativeTime at={opening.created_at} />
          </span>
        </Group>
      </div>
      <Publication opening={opening} form={form} />
      <ServerForm form={form} aria-label="Opening">
        <OpeningFields form={form} />
        <SaveBar
          touched={touched.map((field) => fieldNames[field])}
          overtaken={overtaken.map((field) => fieldNames[field])}
          isPending={form.isPending}
          discard={() => revert(touched)}
          takeTheirs={() => revert(overtaken)}
        />
      </ServerForm>
      <Removal opening={opening} />
    </div>
  )
}

/** Somebody else has deleted it. What is typed stays, to be copied. */
function Deleted({ opening_id }: Props) {
  const { error } = useQuery({ ...readOf(api.openings.get, argsOf(opening_id)), enabled: false })
  if (!(error instanceof Refused && error.status === 404)) return null
  return (
    <Notice tone="error" role="alert" action={null}>
      This opening has been deleted.
    </Notice>
  )
}

function Removal({ opening }: { opening: Opening }) {
  const remove = useOpeningRemoval()
  const reason = opening.applications > 0 ? openingProblems.inUse : undefined
  return (
    <section aria-labelledby="delete-opening">
      <Title order={2} id="delete-opening" mb="2xs">
        Delete Opening
      </Title>
      <Text inherit c="dimmed" mb="sm">
        Openings can be deleted as long as nobody has applied. Later, close them instead: their applicants stay.
      </Text>
      <ReasonedButton
        variant="default"
        {...(!reason && { c: 'var(--mantine-color-error)' })}
        reason={reason}
        onClick={() => void remove(opening)}
      >
        Delete Opening
      </ReasonedButton>
    </section>
  )
}
