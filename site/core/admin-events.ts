import { adminEvents, type PanelEventName, panelEventNames } from '#contract/admin-events'
import { callAdmin } from './admin-api.ts'
import { adminSession } from './admin-session.ts'
import { createLiveEvents } from './live-events.ts'

/** Calls a listener when something that the panel shows may have changed; see `createLiveEvents`. */
export const onPanelEvent = createLiveEvents<PanelEventName>({
  channel: 'admin-events',
  names: panelEventNames,
  isSignedIn: () => adminSession.read() !== undefined,
  open: (signal) => callAdmin(adminEvents.stream, {}, { signal }),
})
