import { computed } from 'nanostores'
import { adminStats } from '#contract/admin-stats'
import { callAdmin, createAdminQuery } from '#core/admin-api'
import { onPanelEvent } from '#core/admin-events'
import { onBrowserMount } from '#core/browser-mount'
import { dataOf } from '#core/query-view'

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

/** How much waits for somebody, by the section where it is answered. */
export const $waiting = computed($stats, (view): Record<string, number> => {
  const stats = dataOf(view)
  if (!stats) return {}
  return {
    'token-pending': stats.pending_requests,
    support: stats.open_tickets + stats.waiting_calls + stats.open_chats,
  }
})
