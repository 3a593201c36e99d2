import { atom, computed } from 'nanostores'
import {
  WORK_QUEUE_ITEMS_MAX,
  type WorkQueueItem,
  type WorkQueueType,
  workQueue,
} from '#contract/desk/work-queue'
import type { ResponseOf } from '#contract/endpoint'
import { callAdminApi, createAdminQuery } from '#core/api/admin-api'
import { formatCount } from '#core/format/format'
import { getData } from '#core/query/remote'
import { $exactDecidableCount } from '#site/admin/kit/approvals/pending-approvals.ts'
import { $stats } from '#site/admin/kit/layout/stats-store.ts'

/** Milliseconds between two fetches while the panel is visible, because ages advance without an event. */
const INTERVAL_MS = 60_000

/** Number of rows per type in the first view. */
export const ITEMS_PER_TYPE_SHOWN = 3

const options = { revalidateInterval: INTERVAL_MS, revalidateOnFocus: true }

/** Pending work: the first items of each type. */
const all = createAdminQuery(
  ['queue'],
  () => callAdminApi(workQueue.get, { query: { each: ITEMS_PER_TYPE_SHOWN } }),
  options,
)
export const $workQueue = all.$view

/** The type shown alone, and its pending items. */
export const $workQueueType = atom<WorkQueueType | undefined>()
const alone = createAdminQuery(
  ['queue-of', $workQueueType],
  async (kind: string) => ({
    kind,
    ...(await callAdminApi(workQueue.get, { query: { kind: kind as WorkQueueType } })),
  }),
  options,
)
export const $workQueueByType = alone.$view

export const refreshWorkQueue = () => Promise.all([all.refresh(), alone.refresh()])

export type WorkQueueCount = ResponseOf<typeof workQueue.get>['counts'][number]

/** Types with the earliest due items first. */
export const sortByUrgency = (counts: readonly WorkQueueCount[]): WorkQueueCount[] =>
  counts.toSorted((one, other) => dueTime(one) - dueTime(other))

const dueTime = ({ due_at }: WorkQueueCount): number => (due_at === null ? Infinity : Date.parse(due_at))

/** Label of each type, singular and plural. */
export const workQueueTypeLabels: Record<WorkQueueType, readonly [one: string, many: string]> = {
  verification: ['Verification', 'Verifications'],
  screening: ['Screening match', 'Screening matches'],
  email_dispute: ['Email dispute', 'Email disputes'],
  subscription: ['Subscription', 'Subscriptions'],
  request: ['Investment request', 'Investment requests'],
  approval: ['Approval', 'Approvals'],
  ticket: ['Ticket', 'Tickets'],
  call: ['Call', 'Calls'],
  chat: ['Chat', 'Chats'],
  mail: ['Failed email', 'Failed emails'],
  attestation: ['Attestation', 'Attestations'],
  snapshot: ['Failed snapshot', 'Failed snapshots'],
  feed: ['Market data', 'Market data'],
}

/** How a type's items are sorted: a note, and the word used in a count. */
export const getSortDescription = (kind: WorkQueueType): { note: string; first: string } =>
  kind === 'screening'
    ? { note: 'Highest match score first', first: 'highest-scoring' }
    : { note: 'Oldest first', first: 'oldest' }

type Counts = Partial<Record<WorkQueueType, number | undefined>>

/** Total number of pending items of a type, from the dashboard figures; empty until loaded. */
export const $exactCounts = computed([$stats, $exactDecidableCount], (view, approval): Counts => {
  const stats = getData(view)
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

/** Number of pending items of a type, in words; the queue itself counts no further than it shows. */
export function formatCountWithType({ kind, count }: WorkQueueCount, { [kind]: exact }: Counts): string {
  if (count <= WORK_QUEUE_ITEMS_MAX) return String(count)
  return exact !== undefined && exact > WORK_QUEUE_ITEMS_MAX ? formatCount(exact) : `${WORK_QUEUE_ITEMS_MAX}+`
}

/** Seconds until an item's target, negative once it has passed; undefined without one. */
export const getSecondsUntilDue = (
  { due_at }: Pick<WorkQueueItem, 'due_at'>,
  now: number,
): number | undefined => (due_at === null ? undefined : (Date.parse(due_at) - now) / 1_000)
