/** Takes a snapshot: reads all registers, builds their trees, signs, and adds it to the chain. */

import { randomBytes, randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { guardLease, holdLease, keepLease, type Lease, releaseLease } from '#common/lease'
import type { Logger } from '#common/log'
import { createPause, createSweep } from '#common/pause'
import { partOf, provide } from '#common/process-state'
import { MOST_SNAPSHOTS_ON_COMMAND } from '#contract/admin-proof'
import { Problem } from '#contract/problem'
import type { ListedSnapshot } from '#contract/proof'
import { database, inTransaction } from '#db/connection'
import { proofFailures, proofSnapshots } from '#db/schema/proof'
import { today } from '#shared/asset/calendar'
import { commitmentOf } from '#shared/proof/heads'
import { type Snapshot, serialiseSnapshot, snapshotBytes } from '#shared/proof/snapshot'
import { canFollow, readId } from '#shared/proof/snapshot-id'
import { proofKeys } from './keys.ts'
import { SnapshotRefused, snapshotUnderway } from './refusal.ts'
import { type Registers, readRegisters } from './registers.ts'
import { toListed } from './snapshots.ts'
import { removeOtherTrees, storeTree } from './stored-tree.ts'

const NONCE_BYTES = 32
const LEASE = 'proof'
/** Milliseconds after which another server takes over from one that crashed. */
const LEASE_MS = 600_000

/** `daily` makes the one of today, unless it is there; `command` makes that one too where it is missing, and one more. */
export type Occasion = 'daily' | 'command'

interface ProofState {
  log: Logger
  /** Aborted when the process ends. */
  ending: AbortController
  /** Settles when the snapshot that is being made here is made. */
  running: Promise<unknown>
}

declare module '#common/process-state' {
  interface ProcessState {
    proof: ProofState
  }
}

/** Prepares this module; the database must be connected. Returns a handle that closes it. */
export function openProof(log: Logger): { close(): Promise<void> } {
  const state: ProofState = { log, ending: new AbortController(), running: Promise.resolve() }
  provide({ proof: state })
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
  [proofKeys().publicKey, ...proofKeys().earlierKeys].includes(public_key)

/** Whether this server has the key of the newest snapshot, or there is none. */
export async function continuesChain(): Promise<boolean> {
  const newest = await readNewest()
  return !newest || hasKeyOf(newest)
}

/**
 * The address of the next snapshot: of those of a day the first has no number. Throws `conflict` when there are too many on
 * command, and {@link SnapshotRefused} when a checker would not take it for the next one.
 */
function nextId(takenAt: Date, newest: SnapshotRow | undefined): string {
  const date = takenAt.toISOString()
  const day = date.slice(0, 10)
  const last = newest && readId(newest.id)
  const number = last?.day === day ? last.number + 1 : 0
  if (number > MOST_SNAPSHOTS_ON_COMMAND)
    throw new Problem(
      'conflict',
      `${MOST_SNAPSHOTS_ON_COMMAND} snapshots were made on command today, which is the most.`,
    )
  const id = number === 0 ? day : `${day}.${number}`
  if (newest && !canFollow({ id, date }, { id: newest.id, date: newest.taken_at.toISOString() }))
    throw new SnapshotRefused('internal', 'The clock of the server is behind the snapshot before.')
  return id
}

/** Whether a snapshot is one on command, and not the one of its day. */
const isOnCommand = (id: string): boolean => (readId(id)?.number ?? 0) > 0

interface Attempt {
  occasion: Occasion
  lease: Lease
  /** Records a snapshot on command where that is asked for: called last in its transaction. */
  record: ((snapshot: ListedSnapshot) => Promise<void>) | undefined
}

/** A commitment to a head with a nonce of its own, and what opens it. */
async function commitTo(head: string): Promise<{ opened: string; commitment: string }> {
  const opened = randomBytes(NONCE_BYTES).toString('hex') + head
  return { opened, commitment: await commitmentOf(opened) }
}

async function publish(
  { takenAt, auditHead, series }: Registers,
  { id, newest, lease, record }: Omit<Attempt, 'occasion'> & { id: string; newest: SnapshotRow | undefined },
): Promise<ListedSnapshot> {
  const { nonceKey, sign, publicKey } = proofKeys()
  const work = { pause: createPause({ signal: partOf('proof').ending.signal }), sweep: createSweep() }
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
    content: serialiseSnapshot({ ...unsigned, signature: sign(bytes) }),
    hash: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    previous_hash: unsigned.previous_hash,
    opened_audit_head: openedAuditHead.opened,
    opened_register_heads: openedHeads,
    public_key: publicKey,
  }
  await inTransaction(async () => {
    if (!(await guardLease(lease))) throw new Error('Another server has taken over the snapshot')
    await database().insert(proofSnapshots).values(row)
    await record?.(toListed(row))
  })
  await removeOtherTrees(number)
  return toListed(row)
}

/** Writes down why there is no snapshot; once for each reason until there is a new one. */
async function recordFailure(error: unknown, newest: SnapshotRow | undefined): Promise<void> {
  const { code, symbol, message } =
    error instanceof SnapshotRefused
      ? error
      : { code: 'internal' as const, symbol: '', message: 'The server failed while it made the snapshot.' }
  await database()
    .insert(proofFailures)
    .values({ day: today(), after_number: newest?.number ?? 0, code, symbol, reason: message })
    .onConflictDoNothing()
}

/** Makes the next snapshot: the one of the day, or where there is one today, one on command, which is recorded. */
async function takeNext(attempt: Omit<Attempt, 'occasion'>): Promise<ListedSnapshot> {
  const newest = await readNewest()
  try {
    if (newest && !hasKeyOf(newest))
      throw new SnapshotRefused('key', 'The server does not have the key that signed the snapshot before.')
    await removeOtherTrees(newest?.number ?? 0)
    const registers = await readRegisters()
    const id = nextId(registers.takenAt, newest)
    const record = isOnCommand(id) ? attempt.record : undefined
    return await publish(registers, { ...attempt, record, id, newest })
  } catch (error) {
    const isEnding = partOf('proof').ending.signal.aborted
    if (!isEnding && !(error instanceof Problem)) await recordFailure(error, newest)
    throw error
  }
}

async function takeWithLease({ occasion, ...attempt }: Attempt): Promise<ListedSnapshot> {
  if (occasion === 'daily') {
    const [made] = await database()
      .select()
      .from(proofSnapshots)
      .where(eq(proofSnapshots.day, today()))
      .limit(1)
    return made ? toListed(made) : takeNext(attempt)
  }
  // The one of the day comes before those on command, so that ids grow.
  for (;;) {
    const made = await takeNext(attempt)
    if (isOnCommand(made.id)) return made
  }
}

/**
 * Takes a snapshot, one at a time among all servers; `record` is called in the transaction that publishes it. Throws
 * {@link SnapshotRefused}, whose reason is published, and `conflict` when another one is being made.
 */
export async function takeSnapshot(occasion: Occasion, record?: Attempt['record']): Promise<ListedSnapshot> {
  const state = partOf('proof')
  const lease = await holdLease(LEASE, randomUUID(), LEASE_MS)
  if (!lease) throw snapshotUnderway()
  // A large register takes longer than a lease.
  const stop = keepLease(lease, LEASE_MS)
  const running = takeWithLease({ occasion, lease, record }).finally(() => {
    stop()
    return releaseLease(lease)
  })
  state.running = running.catch(() => {})
  return running
}
