// How the list of notifications follows the socket.
import { api } from 'contract'
import { Outdated, onLive } from '../live/sync.ts'
import { applyFrame, needsRefetch } from './notifications.ts'

onLive(api.notifications.list, {
  apply(inbox, change) {
    if ('type' in change && change.type === 'patched') return inbox
    const after = applyFrame(inbox, change)
    return needsRefetch(inbox, change) ? new Outdated(after) : after
  },
})
