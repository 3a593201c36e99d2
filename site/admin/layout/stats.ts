import { computed } from 'nanostores'
import { adminStats } from '#contract/admin-stats'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onPanelEvent } from '#core/live/admin-events'
import { $may } from '#core/session/admin-session'
import { $toDecide } from '#site/admin/approvals/waiting.ts'

/** Milliseconds between two fetches of the figures while the panel is visible. */
const INTERVAL_MS = 30_000

/** The figures of the dashboard and of the navigation's badges. */
export const { $view: $stats, refresh: refreshStats } = createAdminQuery(
  ['stats'],
  async () => (await callAdmin(adminStats.read)).stats,
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

// The interval covers changes without an event, and times without an event stream.
onBrowserMount($stats, () =>
  onPanelEvent(
    ['support', 'users', 'verifications', 'portfolio', 'subscriptions', 'series', 'register', 'screening'],
    refreshStats,
  ),
)

/** The number of items that wait for the reader, by section and by tab of the desk; empty until it is loaded. */
export const $waiting = computed(
  [$stats, $toDecide, $may],
  (view, approvals, may): Partial<Record<string, number>> => {
    // A badge has no room to say that its number is outdated.
    if (view.status !== 'ready') return { approvals }
    const { open_tickets: tickets, waiting_calls: calls, open_chats: chats, ...stats } = view.data
    return {
      approvals,
      ...(may('verify') && { verifications: stats.waiting_verifications, screening: stats.open_hits }),
      ...(may('money') && {
        'token-pending': stats.pending_requests,
        subscriptions: stats.waiting_subscriptions,
        tokens: stats.stopped_series,
        register: stats.failed_snapshots,
      }),
      support: tickets + calls + chats,
      tickets,
      calls,
      chats,
    }
  },
)
