import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api, type Checklist, type Document, type PersonRecord } from 'contract'
import { Refused } from '../../api/call.ts'
import { keyOf, readOf, useData } from '../../api/data.ts'
import { useKnownData } from '../../api/known.ts'

export const argsOf = (person_id: number | string) => ({ params: { person_id: String(person_id) } })

export const useRecord = (person_id: string) => useData(api.directory.get, argsOf(person_id))

/** The page's heading before the record has arrived, without a request. */
export function useKnownPerson(person_id: string) {
  const { data, error } = useQuery<PersonRecord>({ ...readOf(api.directory.get, argsOf(person_id)), enabled: false })
  const listed = useKnownData(api.directory.list, {})?.find(({ id }) => String(id) === person_id)
  return {
    name: data?.person.full_name ?? listed?.full_name,
    isMissing: error instanceof Refused && error.status === 404,
  }
}

export const putRecord = (client: QueryClient, record: PersonRecord) =>
  client.setQueryData<PersonRecord>(keyOf(api.directory.get, argsOf(record.person.id)), record)

const patchRecord = (client: QueryClient, person_id: number, patch: (record: PersonRecord) => PersonRecord) =>
  client.setQueryData<PersonRecord>(keyOf(api.directory.get, argsOf(person_id)), (record) => record && patch(record))

/** Without a document, the one with this id is removed. */
export const putDocument = (client: QueryClient, person_id: number, id: number, document?: Document) =>
  patchRecord(client, person_id, (record) => {
    const others = record.documents?.filter((each) => each.id !== id) ?? []
    const documents = (document ? [...others, document] : others).sort((a, b) => a.id - b.id)
    return { ...record, documents: record.documents && documents }
  })

/** Without a checklist, the one with this id is removed. */
export const putChecklist = (client: QueryClient, person_id: number, id: number, checklist?: Checklist) =>
  patchRecord(client, person_id, (record) => {
    const others = record.checklists?.filter((each) => each.id !== id) ?? []
    const checklists = (checklist ? [...others, checklist] : others).sort((a, b) => a.id - b.id)
    return { ...record, checklists: record.checklists && checklists }
  })
