import { useQuery } from '@tanstack/react-query'
import { type Application, api } from 'contract'
import { Refused } from '../../api/call.ts'
import { readOf } from '../../api/data.ts'
import { argsOf } from '../changes.ts'
import { applicantName } from '../words.ts'

/** The page's heading before the application has arrived, without a request. */
export function useKnownApplicant(application_id: string) {
  const { data, error } = useQuery<Application>({ ...readOf(api.applications.get, argsOf(application_id)), enabled: false })
  return {
    name: data && applicantName(data.full_name),
    isMissing: error instanceof Refused && error.status === 404,
  }
}
