import { adminEvents, type PanelEventName, panelEventNames } from '#contract/admin-events'
import { callAdmin } from '#core/api/admin-api'
import { adminSession } from '#core/session/admin-session'
import { createLiveEvents, POLL_MS } from './internal/live-events.ts'

/** Calls a listener when something that the panel shows may have changed; see `createLiveEvents`. */
export const onPanelEvent = createLiveEvents<PanelEventName>({
  channel: 'admin-events',
  names: panelEventNames,
  isSignedIn: () => adminSession.read() !== undefined,
  pollMs: POLL_MS,
  open: (signal) => callAdmin(adminEvents.stream, {}, { signal }),
})
