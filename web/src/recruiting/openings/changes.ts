import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Args, api, type Opening, type OpeningStatus } from 'contract'
import { useNavigate } from 'react-router'
import { keyOf, useChange, useData, usePending } from '../../api/data.ts'
import { messageOf } from '../../api/messages.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { quick, toast } from '../../ui/feedback/toast.tsx'
import { offerUndo } from '../../ui/feedback/undo.tsx'
import { doneWords } from './states.ts'

export const argsOf = (id: number | string) => ({ params: { opening_id: String(id) } })

/** The openings, without those that are being deleted. */
export function useOpenings(): readonly Opening[] {
  const openings = useData(api.openings.list, {})
  const removed = usePending(api.openings.remove).map(({ params }) => Number(params.opening_id))
  return openings.filter(({ id }) => !removed.includes(id))
}

function putOpening(client: QueryClient, opening: Opening) {
  client.setQueryData<Opening>(keyOf(api.openings.get, argsOf(opening.id)), opening)
  client.setQueryData<Opening[]>(
    keyOf(api.openings.list, {}),
    (openings) => openings && [opening, ...openings.filter(({ id }) => id !== opening.id)],
  )
}

const shows = [api.openings.list, api.openings.get]

/** A function that adds an opening. The first one brings stages and templates along. */
export function useOpeningCreation() {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.openings.create, {
    touches: [api.recruiting.stages, api.recruiting.templates],
    shows,
    onAnswer: (opening) => putOpening(client, opening),
  })
  return (body: Args<typeof api.openings.create>['body']) => mutateAsync({ body })
}

export function useOpeningChange() {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useChange(api.openings.update, {
    // Cards have the title.
    touches: [api.applications.list],
    shows,
    onAnswer: (opening) => putOpening(client, opening),
  })
  return {
    isPending,
    change: (id: number, body: Args<typeof api.openings.update>['body']) => mutateAsync({ ...argsOf(id), body }),
  }
}

/** The button that was pressed disappears. */
export const focusState = () => document.getElementById('opening-state')?.focus({ preventScroll: true })

/** A function that publishes or closes an opening, or makes it a draft, and offers to take that back. */
export function useStatusChange() {
  const { change, isPending } = useOpeningChange()
  const set = async ({ id, status: before }: Opening, status: OpeningStatus) => {
    focusState()
    try {
      await change(id, { status })
    } catch (error) {
      return toast.error(messageOf(error, 'The opening could not be changed.'))
    }
    offerUndo({
      message: doneWords[status],
      undo: () => change(id, { status: before }),
      undone: doneWords[before],
      failed: 'The opening could not be changed.',
    })
  }
  return { set, isPending }
}

/** A function that asks, deletes an opening, and goes to the list. */
export function useOpeningRemoval() {
  const navigate = useNavigate()
  const { mutateAsync } = useChange(api.openings.remove, { touches: [api.openings.list] })
  return async ({ id, title }: Opening) => {
    const message = `Delete the opening "${title}" with its description and questions? This can’t be undone.`
    if (!(await confirm({ title: 'Delete opening', message, isDangerous: true }))) return
    try {
      await mutateAsync(argsOf(id))
      void navigate('/recruiting/openings')
      toast.success('Opening deleted.', quick)
    } catch (error) {
      toast.error(messageOf(error, 'The opening could not be deleted.'))
    }
  }
}
