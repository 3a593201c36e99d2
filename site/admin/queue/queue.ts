import type { AdminStats } from '#contract/admin-stats'
import { type QueueItem, type QueueKind, queue } from '#contract/queue'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'

/** Milliseconds between two fetches while the panel is visible: ages move on without an event. */
const INTERVAL_MS = 60_000

/** What waits for the desk. */
export const { $view: $queue, refresh: refreshQueue } = createAdminQuery(
  ['queue'],
  () => callAdmin(queue.read, { query: {} }),
  { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true },
)

/** The items of one kind, where older ones of other kinds leave no room for them. */
export const readQueueOf = (kind: QueueKind) => callAdmin(queue.read, { query: { kind } })

/** What each kind is called: one, and several. */
export const queueKindNames: Record<QueueKind, readonly [one: string, many: string]> = {
  verification: ['Verification', 'Verifications'],
  screening: ['Screening', 'Screening hits'],
  subscription: ['Subscription', 'Subscriptions'],
  request: ['Investment request', 'Investment requests'],
  approval: ['Approval', 'Approvals'],
  ticket: ['Ticket', 'Tickets'],
  call: ['Call', 'Calls'],
  chat: ['Chat', 'Chats'],
  mail: ['Mail', 'Mails'],
  attestation: ['Attestation', 'Attestations'],
  snapshot: ['Snapshot', 'Snapshots'],
  feed: ['Prices', 'Prices'],
}

/**
 * How many of a kind wait, where the queue stopped counting: the figures of the dashboard count them all. Undefined
 * for kinds without such a figure, and until it is loaded.
 */
export function exactCount(kind: QueueKind, stats: AdminStats | undefined): number | undefined {
  if (!stats) return undefined
  switch (kind) {
    case 'verification':
      return stats.waiting_verifications === undefined
        ? undefined
        : stats.waiting_verifications + (stats.expiring_verifications ?? 0)
    case 'screening':
      return stats.open_hits
    case 'request':
      return stats.pending_requests
    case 'subscription':
      return stats.waiting_subscriptions
    case 'ticket':
      return stats.open_tickets
    case 'call':
      return stats.waiting_calls
    case 'chat':
      return stats.open_chats
    default:
      return undefined
  }
}

/** Seconds until the target of an item, negative once it has passed; undefined without one. */
export const secondsLeft = ({ due_at }: Pick<QueueItem, 'due_at'>, now: number): number | undefined =>
  due_at === null ? undefined : (Date.parse(due_at) - now) / 1_000
