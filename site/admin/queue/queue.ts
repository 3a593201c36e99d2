import { atom, computed } from 'nanostores'
import type { ResponseOf } from '#contract/endpoint'
import { QUEUE_MAX, type QueueItem, type QueueKind, queue } from '#contract/queue'
import { callAdmin, createAdminQuery } from '#core/api/admin-api'
import { formatCount } from '#core/format/format'
import { dataOf } from '#core/query/remote'
import { $allToDecide } from '#site/admin/approvals/waiting.ts'
import { $stats } from '#site/admin/layout/stats.ts'

/** Milliseconds between two fetches while the panel is visible: ages move on without an event. */
const INTERVAL_MS = 60_000

/** Rows of each kind on the first view. */
export const SHOWN_OF_EACH = 3

const options = { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true }

/** What waits for the desk: the first of each kind. */
const all = createAdminQuery(
  ['queue'],
  () => callAdmin(queue.read, { query: { each: SHOWN_OF_EACH } }),
  options,
)
export const $queue = all.$view

/** The kind that is shown alone, and what waits of it. */
export const $queueKind = atom<QueueKind | undefined>()
const alone = createAdminQuery(
  ['queue-of', $queueKind],
  async (kind: string) => ({
    kind,
    ...(await callAdmin(queue.read, { query: { kind: kind as QueueKind } })),
  }),
  options,
)
export const $queueOfKind = alone.$view

export const refreshQueue = () => Promise.all([all.refresh(), alone.refresh()])

export type QueueCount = ResponseOf<typeof queue.read>['counts'][number]

/** Kinds with what is due first before those that have more time. */
export const byUrgency = (counts: readonly QueueCount[]): QueueCount[] =>
  counts.toSorted((one, other) => dueTime(one) - dueTime(other))

const dueTime = ({ due_at }: QueueCount): number => (due_at === null ? Infinity : Date.parse(due_at))

/** What each kind is called: one, and several. */
export const queueKindNames: Record<QueueKind, readonly [one: string, many: string]> = {
  verification: ['Verification', 'Verifications'],
  screening: ['Screening', 'Screening hits'],
  email_dispute: ['Email dispute', 'Email disputes'],
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

/** In which order the items of a kind are, alone and in a count. */
export const orderOf = (kind: QueueKind): { note: string; first: string } =>
  kind === 'screening'
    ? { note: 'Most alike first, as in Screening', first: 'most alike' }
    : { note: 'Oldest first', first: 'oldest' }

type Counts = Partial<Record<QueueKind, number | undefined>>

/** How many of a kind wait in all, by the figures of the dashboard; empty until these are loaded. */
export const $exactCounts = computed([$stats, $allToDecide], (view, approval): Counts => {
  const stats = dataOf(view)
  if (!stats) return { approval }
  const { waiting_verifications, expiring_verifications = 0 } = stats
  return {
    approval,
    verification:
      waiting_verifications === undefined ? undefined : waiting_verifications + expiring_verifications,
    screening: stats.open_hits,
    request: stats.pending_requests,
    subscription: stats.waiting_subscriptions,
    ticket: stats.open_tickets,
    call: stats.waiting_calls,
    chat: stats.open_chats,
    mail: stats.failed_mails,
    attestation: stats.warned_series,
    snapshot: stats.failed_snapshots,
  }
})

/** How many of a kind wait, in words; the queue itself counts no further than it shows. */
export function countWords({ kind, count }: QueueCount, { [kind]: exact }: Counts): string {
  if (count <= QUEUE_MAX) return String(count)
  return exact !== undefined && exact > QUEUE_MAX ? formatCount(exact) : `${QUEUE_MAX}+`
}

/** Seconds until the target of an item, negative once it has passed; undefined without one. */
export const secondsLeft = ({ due_at }: Pick<QueueItem, 'due_at'>, now: number): number | undefined =>
  due_at === null ? undefined : (Date.parse(due_at) - now) / 1_000
