/** Takes a snapshot: reads all registers, builds their trees, signs it, and adds it to the chain. */

import { randomBytes, randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { createGarbageCollector, createYield } from '#common/cooperative-pause'
import { acquireLease, isLeaseHeld, keepLease, type Lease, releaseLease } from '#common/lease'
import type { Logger } from '#common/logger'
import { getService, provideServices } from '#common/service-container'
import { MANUAL_SNAPSHOTS_PER_DAY_MAX } from '#contract/holdings/admin-proof'
import type { SnapshotListItem } from '#contract/holdings/proof'
import { Problem } from '#contract/problem'
import { database, inTransaction } from '#db/connection'
import { proofFailures, proofSnapshots } from '#db/schema/holdings/proof'
import { getToday } from '#shared/calculations/calendar'
import { computeCommitment } from '#shared/proof/head-commitment'
import { type Snapshot, serializeSnapshot, snapshotBytes } from '#shared/proof/snapshot'
import { canFollow, parseSnapshotId } from '#shared/proof/snapshot-id'
import { getProofKeys } from './proof-keys.ts'
import { type RegistersSnapshot, readRegisters } from './read-registers.ts'
import { SnapshotError, snapshotInProgressProblem } from './snapshot-error.ts'
import { toSnapshotListItem } from './snapshots.ts'
import { deleteOtherTrees, storeTree } from './store-tree.ts'

const NONCE_BYTES = 32
const LEASE = 'proof'
/** Milliseconds after which another server takes over from a crashed one. */
const LEASE_MS = 600_000

/** `daily` takes today's snapshot unless it exists; `command` takes that one too if it is missing, plus one more. */
export type SnapshotTrigger = 'daily' | 'command'

interface ProofState {
  log: Logger
  /** Aborted when the process ends. */
  ending: AbortController
  /** Settles when the snapshot in progress here is done. */
  running: Promise<unknown>
}

declare module '#common/service-container' {
  interface ServiceRegistry {
    proof: ProofState
  }
}

/** Prepares this module; the database must be connected. Returns a handle that closes it. */
export function startProofService(log: Logger): { close(): Promise<void> } {
  const state: ProofState = { log, ending: new AbortController(), running: Promise.resolve() }
  provideServices({ proof: state })
  return {
    async close() {
      state.ending.abort()
      await state.running.catch(() => {})
    },
  }
}

type SnapshotRow = typeof proofSnapshots.$inferSelect

async function readNewest(): Promise<SnapshotRow | undefined> {
  const [newest] = await database()
    .select()
    .from(proofSnapshots)
    .orderBy(desc(proofSnapshots.number))
    .limit(1)
  return newest
}

/** Whether this server has the key of a snapshot, so that it can continue the chain. */
const hasKeyOf = ({ public_key }: SnapshotRow): boolean =>
  [getProofKeys().publicKey, ...getProofKeys().earlierKeys].includes(public_key)

/** Whether this server has the key of the latest snapshot, or there is none. */
export async function canContinueChain(): Promise<boolean> {
  const newest = await readNewest()
  return !newest || hasKeyOf(newest)
}

/**
 * The id of the next snapshot: the first of a day has no number. Throws `conflict` if there are too many manual ones,
 * and {@link SnapshotError} if a checker would not accept it as the next one.
 */
function nextId(takenAt: Date, newest: SnapshotRow | undefined): string {
  const date = takenAt.toISOString()
  const day = date.slice(0, 10)
  const last = newest && parseSnapshotId(newest.id)
  const number = last?.day === day ? last.number + 1 : 0
  if (number > MANUAL_SNAPSHOTS_PER_DAY_MAX)
    throw new Problem(
      'conflict',
      `The limit of ${MANUAL_SNAPSHOTS_PER_DAY_MAX} manual snapshots per day has been reached.`,
    )
  const id = number === 0 ? day : `${day}.${number}`
  if (newest && !canFollow({ id, date }, { id: newest.id, date: newest.taken_at.toISOString() }))
    throw new SnapshotError('internal', 'The server clock is earlier than the previous snapshot.')
  return id
}

/** Whether a snapshot is a manual one rather than its day's. */
const isOnCommand = (id: string): boolean => (parseSnapshotId(id)?.number ?? 0) > 0

interface Attempt {
  occasion: SnapshotTrigger
  lease: Lease
  /** Records a manual snapshot if requested: called last in its transaction. */
  record: ((snapshot: SnapshotListItem) => Promise<void>) | undefined
}

/** A commitment to a head with a separate nonce, and what opens it. */
async function commitTo(head: string): Promise<{ opened: string; commitment: string }> {
  const opened = randomBytes(NONCE_BYTES).toString('hex') + head
  return { opened, commitment: await computeCommitment(opened) }
}

async function publish(
  { takenAt, auditHead, series }: RegistersSnapshot,
  { id, newest, lease, record }: Omit<Attempt, 'occasion'> & { id: string; newest: SnapshotRow | undefined },
): Promise<SnapshotListItem> {
  const { nonceKey, sign, publicKey } = getProofKeys()
  const work = {
    pause: createYield({ signal: getService('proof').ending.signal }),
    sweep: createGarbageCollector(),
  }
  const number = (newest?.number ?? 0) + 1
  const published: Snapshot['series'][number][] = []
  const openedHeads: Record<string, string> = {}
  for (const register of series) {
    const tree = await storeTree(register, { snapshot: { id, number }, nonceKey, ...work })
    const { opened, commitment } = await commitTo(register.head)
    openedHeads[register.symbol] = opened
    published.push({ ...tree, register_head: commitment })
  }
  const openedAuditHead = await commitTo(auditHead)
  const unsigned: Omit<Snapshot, 'signature'> = {
    id,
    date: takenAt.toISOString(),
    series: published,
    audit_head: openedAuditHead.commitment,
    previous_hash: newest?.hash ?? null,
  }
  const bytes = snapshotBytes(unsigned)
  const row = {
    number,
    id,
    day: id.slice(0, 10),
    taken_at: takenAt,
    content: serializeSnapshot({ ...unsigned, signature: sign(bytes) }),
    hash: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    previous_hash: unsigned.previous_hash,
    opened_audit_head: openedAuditHead.opened,
    opened_register_heads: openedHeads,
    public_key: publicKey,
  }
  await inTransaction(async () => {
    if (!(await isLeaseHeld(lease))) throw new Error('Another server has taken over the snapshot')
    await database().insert(proofSnapshots).values(row)
    await record?.(toSnapshotListItem(row))
  })
  await deleteOtherTrees(number)
  return toSnapshotListItem(row)
}

/** Records why there is no snapshot; once per reason until there is a new one. */
async function recordFailure(error: unknown, newest: SnapshotRow | undefined): Promise<void> {
  const { code, symbol, message } =
    error instanceof SnapshotError
      ? error
      : {
          code: 'internal' as const,
          symbol: '',
          message: 'A server error occurred while taking the snapshot.',
        }
  await database()
    .insert(proofFailures)
    .values({ day: getToday(), after_number: newest?.number ?? 0, code, symbol, reason: message })
    .onConflictDoNothing()
}

/** Takes the next snapshot: the daily one or, if there is one today, a manual one, which is recorded. */
async function takeNext(attempt: Omit<Attempt, 'occasion'>): Promise<SnapshotListItem> {
  const newest = await readNewest()
  try {
    if (newest && !hasKeyOf(newest))
      throw new SnapshotError(
        'key',
        'The key that signed the previous snapshot is not available on the server.',
      )
    await deleteOtherTrees(newest?.number ?? 0)
    const registers = await readRegisters()
    const id = nextId(registers.takenAt, newest)
    const record = isOnCommand(id) ? attempt.record : undefined
    return await publish(registers, { ...attempt, record, id, newest })
  } catch (error) {
    const isEnding = getService('proof').ending.signal.aborted
    if (!isEnding && !(error instanceof Problem)) await recordFailure(error, newest)
    throw error
  }
}

async function takeWithLease({ occasion, ...attempt }: Attempt): Promise<SnapshotListItem> {
  if (occasion === 'daily') {
    const [made] = await database()
      .select()
      .from(proofSnapshots)
      .where(eq(proofSnapshots.day, getToday()))
      .limit(1)
    return made ? toSnapshotListItem(made) : takeNext(attempt)
  }
  // The daily one comes before manual ones, so that ids grow.
  for (;;) {
    const made = await takeNext(attempt)
    if (isOnCommand(made.id)) return made
  }
}

/**
 * Takes a snapshot, one at a time across all servers; `record` is called in the transaction that publishes it. Throws
 * {@link SnapshotError}, whose reason is published, and `conflict` if another one is in progress.
 */
export async function takeSnapshot(
  occasion: SnapshotTrigger,
  record?: Attempt['record'],
): Promise<SnapshotListItem> {
  const state = getService('proof')
  const lease = await acquireLease(LEASE, randomUUID(), LEASE_MS)
  if (!lease) throw snapshotInProgressProblem()
  // A large register takes longer than a lease.
  const stop = keepLease(lease, LEASE_MS)
  const running = takeWithLease({ occasion, lease, record }).finally(() => {
    stop()
    return releaseLease(lease)
  })
  state.running = running.catch(() => {})
  return running
}
