/** Stores the tree of a series, and who owns which leaves. */
import { sql } from 'drizzle-orm'
import type { CollectGarbage, YieldToEventLoop } from '#common/cooperative-pause'
import { slowQueryDatabase } from '#db/connection'
import { proofTrees } from '#db/schema/holdings/proof'
import { formatUnits } from '#shared/proof/byte-encoding'
import type { SnapshotSeries } from '#shared/proof/snapshot'
import { toHex } from '#shared/sha256'
import { addThousandsSeparators } from '#shared/thousands-separators'
import { createLeafHasher, getPaddedLeafCount, HASH_BYTES } from './build-tree.ts'
import {
  createLeafNonces,
  createRandomSource,
  LEAVES_PER_HOLDING_MAX,
  pickLeafCount,
  splitHolding,
} from './holding-leaves.ts'
import { LeafCollector, type StoredBlocks } from './leaf-collector.ts'
import { countHoldings, iterateHoldings, type Register } from './read-registers.ts'
import { SnapshotError } from './snapshot-error.ts'

const ID_BYTES = 4
/** Bytes of a holder: the id, and the positions of the leaves. */
export const HOLDER_BYTES = ID_BYTES * (1 + LEAVES_PER_HOLDING_MAX)
/** The position of a nonexistent leaf. */
export const NO_LEAF_POSITION = 0xffffffff
/** Holders per row. */
const GROUP = 64
/** Rows of holders that are inserted at once. */
const GROUPS = 256
/** Leaves between two checks of the clock. */
const STRIDE = 1024
/** Garbage per leaf: its units, and the text of its nonce. */
const LEAF_GARBAGE = 300
/** Garbage per holder: what is read of a holding, and its text in a statement. */
const HOLDER_GARBAGE = 250
/** Garbage per stored byte: its text in a statement, and copies of that. */
const STORED_GARBAGE = 8
/** Nodes removed by one statement. */
const REMOVED = 20_000

interface TreeOptions {
  snapshot: { id: string; number: number }
  nonceKey: Uint8Array
  pause: YieldToEventLoop
  sweep: CollectGarbage
}

/** The leaves of all holdings and of the padding, and the number of leaves per holding. */
async function addLeaves(register: Register, { snapshot, nonceKey, pause, sweep }: TreeOptions) {
  const { symbol } = register
  const random = createRandomSource()
  const counts = new Uint8Array(countHoldings(register))
  let [holder, total] = [0, 0]
  for (const [, millionths] of iterateHoldings(register)) {
    const count = pickLeafCount(millionths, random)
    counts[holder++] = count
    total += count
    sweep(HOLDER_GARBAGE)
    await pause()
  }
  const size = getPaddedLeafCount(total)
  const leaves = new LeafCollector(size, pause)
  const hash = createLeafHasher(symbol)
  const nonces = createLeafNonces(nonceKey, { snapshot: snapshot.id, symbol })
  holder = 0
  for (const [userId, millionths] of iterateHoldings(register)) {
    const parts = splitHolding(millionths, counts[holder++] as number, random)
    nonces.begin(userId)
    for (const [number, units] of parts.entries()) leaves.add(hash(nonces.nonce(number), units), units)
    sweep(parts.length * LEAF_GARBAGE)
    await pause()
  }
  while (leaves.count < size) {
    leaves.add(hash(random.nonce(), 0n), 0n)
    await pause()
  }
  return { leaves, counts }
}

/** Stores the positions of each holder's leaves, in groups that one statement splits into rows. */
async function storeHolders(
  register: Register,
  counts: Uint8Array,
  order: Uint32Array,
  { snapshot, pause, sweep }: TreeOptions,
): Promise<void> {
  const positions = new Uint32Array(order.length)
  for (let at = 0; at < order.length; at++) {
    positions[order[at] as number] = at
    if (at % STRIDE === 0) await pause()
  }
  const batch = Buffer.alloc(GROUP * GROUPS * HOLDER_BYTES)
  const firsts: number[] = []
  let [holder, leaf, used] = [0, 0, 0]
  const store = async () => {
    await slowQueryDatabase().execute(sql`
      insert into proof_holders (snapshot_number, token_id, first_user_id, entries)
      select ${snapshot.number}::int, ${register.tokenId}::int, first_user_id,
        substr(${batch.subarray(0, used)}::bytea, (1 + (number - 1) * ${GROUP * HOLDER_BYTES}::int)::int, ${GROUP * HOLDER_BYTES}::int)
      from unnest(${`{${firsts.join()}}`}::int[]) with ordinality as groups (first_user_id, number)`)
    firsts.length = 0
    used = 0
  }
  for (const [userId] of iterateHoldings(register)) {
    if (used % (GROUP * HOLDER_BYTES) === 0) firsts.push(userId)
    batch.writeUInt32BE(userId, used)
    for (let part = 0; part < LEAVES_PER_HOLDING_MAX; part++)
      batch.writeUInt32BE(
        part < (counts[holder] as number) ? (positions[leaf + part] as number) : NO_LEAF_POSITION,
        used + ID_BYTES * (1 + part),
      )
    leaf += counts[holder] as number
    holder += 1
    used += HOLDER_BYTES
    sweep(HOLDER_GARBAGE)
    if (used === batch.length) await store()
    await pause()
  }
  if (used > 0) await store()
}

/** Stores whole blocks, which the database splits into rows. */
const storeBlocks = ({ level, first, size, nodes }: StoredBlocks, tokenId: number, number: number) =>
  slowQueryDatabase().execute(sql`
    insert into proof_nodes (snapshot_number, token_id, level, number, nodes)
    select ${number}::int, ${tokenId}::int, ${level}::smallint, ${first}::int + at, substr(${nodes}::bytea, at * ${size}::int + 1, ${size}::int)
    from generate_series(0, ${nodes.length / size - 1}::int) as at`)

/**
 * Builds and stores the tree of a series, whose head is recorded elsewhere. Throws `SnapshotError` if its sum is not
 * the units in issue.
 */
export async function storeTree(
  register: Register,
  options: TreeOptions,
): Promise<Omit<SnapshotSeries, 'register_head'>> {
  const { tokenId, symbol } = register
  const { snapshot, sweep } = options
  const { leaves, counts } = await addLeaves(register, options)
  const order = await leaves.order()
  let root: Buffer = Buffer.alloc(0)
  for await (const blocks of leaves.blocks(order)) {
    await storeBlocks(blocks, tokenId, snapshot.number)
    sweep(blocks.nodes.length * STORED_GARBAGE)
    root = blocks.nodes
  }
  await storeHolders(register, counts, order, options)
  await slowQueryDatabase()
    .insert(proofTrees)
    .values({ snapshot_number: snapshot.number, token_id: tokenId, symbol, leaves: leaves.count })
  const sum = root.readBigUInt64BE(HASH_BYTES)
  if (sum !== register.inIssue)
    throw new SnapshotError(
      'totals',
      `The tree of ${symbol} totals ${addThousandsSeparators(formatUnits(sum))} units, which does not match the register.`,
      symbol,
    )
  return {
    symbol,
    root: toHex(root.subarray(0, HASH_BYTES)),
    units_in_issue: formatUnits(sum),
    units_held: register.unitsHeld,
    leaves: leaves.count,
    attestation_sha256: register.attestationSha256,
    documents_sha256: register.documents,
  }
}

/** Removes the trees of all snapshots but one: a newer one has replaced them, or an attempt left them. */
export async function deleteOtherTrees(number: number): Promise<void> {
  for (const table of ['proof_nodes', 'proof_holders', 'proof_trees']) {
    const name = sql.identifier(table)
    for (let removed = REMOVED; removed === REMOVED; ) {
      const { count } = await slowQueryDatabase().execute(sql`
        delete from ${name} where ctid = any(array(
          select ctid from ${name} where snapshot_number <> ${number} limit ${REMOVED}))`)
      removed = count
    }
  }
}
