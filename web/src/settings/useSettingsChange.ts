import { api } from 'contract'
import { useChange } from '../api/data.ts'

/** The function that changes some settings. Changes are sent one at a time, because two may concern the same setting. */
export const useSettingsChange = () =>
  useChange(api.settings.update, { touches: [api.settings.get, api.auth.me], rowIn: () => 'workspace' }).mutateAsync
