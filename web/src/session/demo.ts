import { useQuery } from '@tanstack/react-query'
import { api, demoSubdomain } from 'contract'
import { readOf } from '../api/data.ts'
import { workspaceOrigin } from './domain.ts'

const isDemoHost = window.location.origin === workspaceOrigin(demoSubdomain)

/** The demonstration at this address. Nobody is found in any other workspace, which may have the name where there is none. */
export function useDemo() {
  const { data, isLoading } = useQuery({ ...readOf(api.demo.people, {}), enabled: isDemoHost, retry: false })
  return { people: data?.people ?? [], isPublic: data?.is_public ?? false, isLoading }
}
