import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type Application, type ApplicationCard, type ApplicationEntry, type Args, api, type Interview } from 'contract'
import { keyOf, useChange } from '../api/data.ts'

export const argsOf = (application: number | string) => ({ params: { application_id: String(application) } })

const { get, list, hires, ownInterviews } = api.applications

const patchApplication = (client: QueryClient, id: number | string, patch: (application: Application) => Application) =>
  client.setQueryData<Application>(keyOf(get, argsOf(id)), (application) => application && patch(application))

const putApplication = (client: QueryClient, application: Application) =>
  client.setQueryData<Application>(keyOf(get, argsOf(application.id)), application)

/** Puts a card in the place of its former state, in each list. */
const putCard = (client: QueryClient, card: ApplicationCard) =>
  client.setQueriesData<ApplicationCard[]>({ queryKey: [list.route] }, (cards) =>
    cards?.map((each) => (each.id === card.id ? card : each)),
  )

const addEntry = (client: QueryClient, id: number | string, entry: ApplicationEntry) =>
  patchApplication(client, id, ({ entries, ...application }) => ({
    ...application,
    entries: [...entries.filter((each) => each.id !== entry.id), entry],
  }))

/** Puts an interview into its place by time. Without one, that with this id is removed. */
const putInterview = (client: QueryClient, application: number, id: number, interview?: Interview) =>
  patchApplication(client, application, ({ interviews, ...rest }) => {
    const others = interviews.filter((each) => each.id !== id)
    const all = interview ? [...others, interview] : others
    return { ...rest, interviews: all.sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.id - b.id) }
  })

/** A function that moves an applicant to a stage. */
export function useMove() {
  const client = useQueryClient()
  const { mutateAsync } = useChange(api.applications.move, {
    touches: [get, api.openings.list, api.recruiting.stages],
    shows: [list],
    onAnswer: (card) => void putCard(client, card),
  })
  return (application: number, stage: number) => mutateAsync({ ...argsOf(application), body: { stage } })
}

/** What the page of an applicant changes. */
export function useApplicationChanges(id: number) {
  const client = useQueryClient()
  const args = argsOf(id)
  const onEntry = (entry: ApplicationEntry) => void addEntry(client, id, entry)
  const onApplication = (application: Application) => void putApplication(client, application)
  const whole = { touches: [list], shows: [get], onAnswer: onApplication }
  const { mutateAsync: addNote } = useChange(api.applications.addNote, { touches: [], shows: [get], onAnswer: onEntry })
  const { mutateAsync: sendMail } = useChange(api.applications.sendMail, { touches: [], shows: [get], onAnswer: onEntry })
  const { mutateAsync: correct } = useChange(api.applications.correctEmail, whole)
  const { mutateAsync: rate } = useChange(api.applications.rate, whole)
  const { mutateAsync: hire } = useChange(api.applications.hire, whole)
  const { mutateAsync: withdraw } = useChange(api.applications.withdrawHire, { touches: [get, list] })
  const { mutateAsync: removeData } = useChange(api.applications.removeData, {
    ...whole,
    touches: [list, api.openings.list, api.recruiting.removed],
  })
  return {
    addNote: (text: string) => addNote({ ...args, body: { text } }),
    sendMail: (body: Args<typeof api.applications.sendMail>['body']) => sendMail({ ...args, body }),
    correctEmail: (body: { email: string }) => correct({ ...args, body }),
    rate: (body: Args<typeof api.applications.rate>['body']) => rate({ ...args, body }),
    hire: (body: Args<typeof api.applications.hire>['body']) => hire({ ...args, body }),
    withdraw: () => withdraw({ ...args, body: { reason: '' } }),
    removeData: () => removeData(args),
  }
}

export function useInterviewChanges(application: number) {
  const client = useQueryClient()
  const touches = [list, ownInterviews]
  const onAnswer = (interview: Interview) => void putInterview(client, application, interview.id, interview)
  const { mutateAsync: add } = useChange(api.applications.addInterview, { touches, shows: [get], onAnswer })
  const { mutateAsync: change } = useChange(api.applications.changeInterview, { touches, shows: [get], onAnswer })
  const { mutateAsync: cancel } = useChange(api.applications.cancelInterview, {
    touches,
    shows: [get],
    onAnswer: (_, { params }) => void putInterview(client, application, Number(params.interview_id)),
  })
  type Body = Args<typeof api.applications.addInterview>['body']
  return {
    add: (body: Body) => add({ ...argsOf(application), body }),
    change: (id: number, body: Body) => change({ params: { interview_id: String(id) }, body }),
    cancel: (id: number) => cancel({ params: { interview_id: String(id) } }),
  }
}

/** An administrator's decisions about applicants who wait for an invitation. */
export function useHireDecisions() {
  const { mutateAsync: confirm } = useChange(api.applications.confirmHire, { touches: [hires, api.employees.list] })
  const { mutateAsync: decline } = useChange(api.applications.withdrawHire, { touches: [hires] })
  return {
    confirm: (id: number, body: Args<typeof api.applications.confirmHire>['body']) => confirm({ ...argsOf(id), body }),
    decline: (id: number, reason: string) => decline({ ...argsOf(id), body: { reason } }),
  }
}
