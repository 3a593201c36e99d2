import { computed } from 'nanostores'
import { adminStats } from '#contract/admin-stats'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onPanelEvent } from '#core/live/admin-events'

/** Milliseconds between two looks at the figures while the panel is watched. */
const INTERVAL_MS = 30_000

/** The figures of the dashboard and of the navigation's marks. */
export const { $view: $stats, refresh: refreshStats } = createAdminQuery(
  ['stats'],
  async () => (await callAdmin(adminStats.read)).stats,
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

// The interval is for what nobody announces, and for when nothing can be heard.
onBrowserMount($stats, () => onPanelEvent(['support', 'users', 'portfolio'], refreshStats))

/** How much waits for somebody, by section and by tab of the desk; nothing while it is not known. */
export const $waiting = computed($stats, (view): Partial<Record<string, number>> => {
  // A number in passing cannot say that it is old.
  if (view.status !== 'ready') return {}
  const { pending_requests, open_tickets: tickets, waiting_calls: calls, open_chats: chats } = view.data
  return { 'token-pending': pending_requests, support: tickets + calls + chats, tickets, calls, chats }
})
