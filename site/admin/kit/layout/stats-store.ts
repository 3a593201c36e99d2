import { computed } from 'nanostores'
import { adminStats } from '#contract/desk/admin-dashboard'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { onBrowserMount } from '#core/browser/browser-mount'
import { onAdminEvent } from '#core/events/admin-event-stream'
import { $may } from '#core/session/admin-session'
import { $decidableCount } from '#site/admin/kit/approvals/pending-approvals.ts'

/** Milliseconds between two fetches of the figures while the panel is visible. */
const INTERVAL_MS = 30_000

/** The figures of the dashboard and the navigation badges. */
export const { $view: $stats, refresh: refreshStats } = createAdminQuery(
  ['stats'],
  async () => (await callAdminApi(adminStats.get)).stats,
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

// The interval covers changes without an event, and times without an event stream.
onBrowserMount($stats, () =>
  onAdminEvent(
    ['support', 'users', 'verifications', 'portfolio', 'subscriptions', 'series', 'register', 'screening'],
    refreshStats,
  ),
)

/** The number of items awaiting the reader, by section and support tab; empty until loaded. */
export const $pendingCountsBySection = computed(
  [$stats, $decidableCount, $may],
  (view, approvals, may): Partial<Record<string, number>> => {
    // A badge has no room to show that its number is outdated.
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
