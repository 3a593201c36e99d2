import type { FetcherStore } from '@nanostores/query'
import { type EventName, eventNames, events } from '#contract/events'
import { askAnew } from './ask-anew.ts'
import { onBrowserMount } from './browser-mount.ts'
import { callInvestor } from './investor-api.ts'
import { createLiveEvents } from './live-events.ts'
import { investorSession } from './session.ts'

/** Calls a listener when something of the signed-in investor may have changed; see `createLiveEvents`. */
const onInvestorEvent = createLiveEvents<EventName>({
  channel: 'investor-events',
  names: eventNames,
  isSignedIn: () => investorSession.read() !== undefined,
  open: (signal) => callInvestor(events.stream, {}, { signal }),
})

/** Fetches the store again whenever one of these may have changed, while somebody watches it. */
export function revalidateOn($store: FetcherStore, ...names: EventName[]): void {
  onBrowserMount($store, () => onInvestorEvent(names, () => askAnew($store)))
}
