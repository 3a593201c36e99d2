import { type AdminEventName, adminEventNames, adminEvents } from '#contract/platform/admin-events'
import { callAdminApi } from '#core/api/admin-api'
import { adminSession } from '#core/session/admin-session'
import { createLiveEvents, POLL_MS } from './internal/live-events.ts'

/** Calls a listener when data shown in the panel may have changed; see `createLiveEvents`. */
export const onAdminEvent = createLiveEvents<AdminEventName>({
  channel: 'admin-events',
  names: adminEventNames,
  isSignedIn: () => adminSession.read() !== undefined,
  pollMs: POLL_MS,
  open: (signal) => callAdminApi(adminEvents.streamAdminEvents, {}, { signal }),
})
