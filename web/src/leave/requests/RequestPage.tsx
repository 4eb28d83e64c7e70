import { Anchor, Button, Group, Title } from '@mantine/core'
import { api, type LeaveRequest } from 'contract'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useData, usePreload } from '../../api/data.ts'
import { periodInWords } from '../../capacity/words.ts'
import { FileMark } from '../../files/FileMark.tsx'
import { FileName } from '../../files/FileName.tsx'
import { useMe } from '../../session/session.ts'
import { useToday } from '../../session/today.ts'
import { SkeletonRows } from '../../ui/feedback/Delayed.tsx'
import { Loaded, Part } from '../../ui/feedback/Loaded.tsx'
import { oneOf, useAddress } from '../../ui/hooks/address.ts'
import { useDialog } from '../../ui/hooks/useDialog.ts'
import { Later } from '../../ui/Later.tsx'
import { Initials } from '../../ui/text/Initials.tsx'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import { useLeaveTypes } from '../read.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { TypeMark } from '../TypeMark.tsx'
import { daysInWords, waitInWords } from '../words.ts'
import { useDecisions } from './decisions.ts'
import { decisionDialog, endangeredWork } from './later.ts'
import styles from './RequestPage.module.css'
import { useIsAtStake } from './stake.ts'

type Props = { leave_id: string; notFound: ReactNode }

/** One request, with what the viewer may see of it and may do about it. */
export function RequestDetails({ leave_id, notFound }: Props) {
  usePreload(api.leave.get, { params: { leave_id } })
  usePreload(api.leaveTypes.list, {})
  return (
    <Loaded skeleton={<SkeletonRows rows={6} />} failed="The request could not be loaded." notFound={notFound}>
      <Shown leave_id={leave_id} />
    </Loaded>
  )
}

function Shown({ leave_id }: { leave_id: string }) {
  const request = useData(api.leave.get, { params: { leave_id } })
  const { person, status } = request
  const isAtStake = useIsAtStake(request)
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Initials id={person.id} name={person.full_name} size={48} />
        <Title order={2} className={styles.name}>
          <Anchor component={Link} inherit to={`/people/${person.id}`}>
            {person.full_name}
          </Anchor>
        </Title>
        <StatusBadge status={status} />
      </div>
      <Facts request={request} />
      <Actions request={request} />
      <Part failed="What is due meanwhile could not be loaded.">
        <Later of={endangeredWork} shown={isAtStake && { request }} />
      </Part>
      <Decisions request={request} />
    </div>
  )
}

function Facts({ request }: { request: LeaveRequest }) {
  const today = useToday()
  const { details, half_days, person, created_by, created_at } = request
  const type = useLeaveTypes().get(details?.type ?? 0)
  const wait = waitInWords(request)
  return (
    <dl className={styles.facts}>
      <Fact label="When">{periodInWords(request, today)}</Fact>
      {half_days > 0 && <Fact label="How long">{daysInWords(half_days)}</Fact>}
      {wait && <Fact label="Next">{wait}</Fact>}
      {type && (
        <Fact label="Type">
          <TypeMark type={type} />
        </Fact>
      )}
      {details?.note && (
        <Fact label="Note">
          <span className={styles.lines}>{details.note}</span>
        </Fact>
      )}
      {details && details.documents.length > 0 && (
        <Fact label="Documents">
          <ul>
            {details.documents.map(({ id, name }) => (
              <li key={id}>
                <Anchor inherit href={`/api/documents/${id}/content/`} download={name} className={styles.file}>
                  <FileMark file={{ id, name, preview: null }} />
                  <FileName>{name}</FileName>
                </Anchor>
              </li>
            ))}
          </ul>
        </Fact>
      )}
      <Fact label={created_by.id === person.id ? 'Requested' : 'Entered'}>
        <RelativeTime at={created_at} />
        {created_by.id !== person.id && ` by ${created_by.full_name}`}
      </Fact>
    </dl>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="dimmed">{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Actions({ request }: { request: LeaveRequest }) {
  const { cancel } = useDecisions()
  const { id: me } = useMe()
  const { dialog, open, close } = useDialog<{ is_approved: boolean }>()
  const { may_decide, may_cancel, status, person } = request
  const [params, put] = useAddress()
  const wanted = oneOf(['approve', 'decline'], params.get('decide'))
  // A button of the mail has led here.
  useEffect(() => {
    if (!wanted) return
    if (may_decide) open({ is_approved: wanted === 'approve' })
    put({ decide: '' })
  }, [wanted, may_decide, open, put])
  const noun = status === 'approved' ? 'Leave' : 'Request'
  return (
    <Group gap="xs" id="decide" tabIndex={-1}>
      {may_decide && (
        <>
          <Button onClick={() => open({ is_approved: true })}>Approve</Button>
          <Button variant="default" onClick={() => open({ is_approved: false })}>
            Decline
          </Button>
        </>
      )}
      {may_cancel && (
        <Button variant="default" onClick={() => void cancel(request)}>
          {person.id === me || !may_decide ? `Cancel ${noun}` : `Cancel for ${person.full_name}`}
        </Button>
      )}
      <Later of={decisionDialog} shown={dialog && { request, is_approved: dialog.is_approved, close }} />
    </Group>
  )
}

const stages = { manager: 'as manager', hr: 'as HR' } as const

const Decisions = ({ request: { decisions } }: { request: LeaveRequest }) =>
  decisions.length > 0 && (
    <section aria-labelledby="decisions">
      <Title order={2} id="decisions" mb="xs">
        Decisions
      </Title>
      <ul className={styles.decisions} aria-labelledby="decisions">
        {decisions.map(({ stage, is_approved, decided_by, decided_at, reason }) => (
          <li key={`${stage} ${decided_at}`}>
            <StatusBadge status={is_approved ? 'approved' : 'declined'} />
            <div className={styles.words}>
              <div>
                {decided_by.full_name} <span className="dimmed">{stages[stage]}</span> ·{' '}
                <span className="dimmed">
                  <RelativeTime at={decided_at} />
                </span>
              </div>
              {reason && <div className={styles.lines}>{reason}</div>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
