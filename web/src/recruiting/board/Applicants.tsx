import { Button } from '@mantine/core'
import { type ApplicationCard, api } from 'contract'
import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router'
import { useData, usePending, usePreload } from '../../api/data.ts'
import { Empty, NothingMatches } from '../../ui/feedback/Empty.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { useAddress } from '../../ui/hooks/address.ts'
import { ApplicantBoard } from './ApplicantBoard.tsx'
import { BoardToolbar } from './BoardToolbar.tsx'
import { byStage, matching, withMoves } from './cards.ts'
import { Waiting } from './Waiting.tsx'

/** The applicants on a board of stages. */
export function Applicants() {
  usePreload(api.recruiting.stages, {})
  usePreload(api.openings.list, {})
  return (
    <Loaded skeleton={<Waiting />} failed="The applicants could not be loaded.">
      <Board />
    </Loaded>
  )
}

const queryOf = (opening: string) => ({ query: opening ? { opening } : {} })

function Board() {
  const view = useView()
  const { opening, search, clear } = view
  // The applicants of one opening stay until those of another have arrived.
  const shownOpening = useDeferredValue(opening)
  usePreload(api.applications.list, queryOf(shownOpening))
  const stages = useData(api.recruiting.stages, {})
  const openings = useData(api.openings.list, {})
  const applications = useApplications(shownOpening)
  const deferredSearch = useDeferredValue(search)
  const found = useMemo(() => matching(applications, deferredSearch), [applications, deferredSearch])
  const groups = useMemo(() => byStage(stages, found), [stages, found])

  if (stages.length === 0)
    return (
      <Empty
        action={
          <Button component={Link} to="/recruiting/openings">
            Create the First Opening
          </Button>
        }
      >
        People apply for openings. Create one and publish it: its applicants appear here.
      </Empty>
    )
  return (
    <>
      <BoardToolbar view={view} openings={openings} matches={found.length} total={applications.length} />
      <div aria-busy={opening !== shownOpening}>
        {applications.length === 0 ? (
          <Nobody isOfOne={shownOpening !== ''} />
        ) : found.length === 0 ? (
          <NothingMatches clear={clear} />
        ) : (
          <ApplicantBoard
            stages={stages}
            groups={groups}
            applications={applications}
            hasOpening={shownOpening === ''}
            isFiltered={deferredSearch.trim() !== ''}
          />
        )}
      </div>
    </>
  )
}

const Nobody = ({ isOfOne }: { isOfOne: boolean }) => (
  <Empty
    action={
      <Button component={Link} to="/recruiting/openings" variant="default">
        See the Openings
      </Button>
    }
  >
    {isOfOne
      ? 'Nobody has applied for this opening yet.'
      : 'Nobody has applied yet. Applicants appear here when they have sent the form of a published opening.'}
  </Empty>
)

/** The search and the opening, kept in the address. */
function useView() {
  const [params, put] = useAddress()
  const opening = params.get('opening') ?? ''
  return {
    opening: /^\d+$/.test(opening) ? opening : '',
    search: params.get('search') ?? '',
    put,
    clear: () => put({ opening: '', search: '' }),
  }
}
export type ApplicantsView = ReturnType<typeof useView>

/** The applications of an opening, or all, in the stages to which they are being moved. */
function useApplications(opening: string): readonly ApplicationCard[] {
  const answer = useData(api.applications.list, queryOf(opening))
  const pending = usePending(api.applications.move)
  return useMemo(() => {
    const moves = pending.map(({ params, body }) => ({ application: Number(params.application_id), stage: body.stage }))
    return withMoves(answer, moves, new Date().toISOString())
  }, [answer, pending])
}
