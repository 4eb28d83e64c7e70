import { api } from 'contract'
import { useChange, useData } from '../api/data.ts'

/** The settings, and the function that changes some of them. Changes are sent one at a time, because each may concern the same setting. */
export function useSettings() {
  const settings = useData(api.settings.get, {})
  const { mutateAsync: change } = useChange(api.settings.update, {
    touches: [api.settings.get, api.auth.me],
    rowIn: () => settings.subdomain,
  })
  return { settings, change }
}
