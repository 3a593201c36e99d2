import type { FetcherStore } from '@nanostores/query'
import { type EventName, eventNames, events } from '#contract/platform/events'
import { callInvestor } from '#core/api/investor-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { refetch } from '#core/query/internal/refetch'
import { investorSession } from '#core/session/session'
import { createLiveEvents, POLL_MS } from './internal/live-events.ts'

/** Calls a listener when the signed-in investor's data may have changed; see `createLiveEvents`. */
const onInvestorEvent = createLiveEvents<EventName>({
  channel: 'investor-events',
  names: eventNames,
  isSignedIn: () => investorSession.read() !== undefined,
  pollMs: POLL_MS,
  open: (signal) => callInvestor(events.streamInvestorEvents, {}, { signal }),
})

/** Refetches the store on these events while the store has listeners. */
export function refetchOnEvents($store: FetcherStore, ...names: EventName[]): void {
  onBrowserMount($store, () => onInvestorEvent(names, () => refetch($store)))
}
