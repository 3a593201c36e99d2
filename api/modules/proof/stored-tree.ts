/** Stores the tree of a series, and which leaves are whose. */
import { sql } from 'drizzle-orm'
import type { Pause, Sweep } from '#common/pause'
import { slowDatabase } from '#db/connection'
import { proofTrees } from '#db/schema/proof'
import { groupDigits } from '#shared/group-digits'
import { printUnits } from '#shared/proof/bytes'
import type { SnapshotSeries } from '#shared/proof/snapshot'
import { toHex } from '#shared/sha256'
import { createNonces, createRandom, drawParts, MOST_PARTS, splitHolding } from './holding-leaves.ts'
import { type KeptBlocks, Leaves } from './leaves.ts'
import { SnapshotRefused } from './refusal.ts'
import { countHoldings, eachHolding, type Register } from './registers.ts'
import { createLeafHasher, HASH_BYTES, paddedTo } from './tree.ts'

const ID_BYTES = 4
/** Bytes of a holder: the id, and the positions of the leaves. */
export const HOLDER_BYTES = ID_BYTES * (1 + MOST_PARTS)
/** The position of a leaf that there is not. */
export const NO_LEAF = 0xffffffff
/** Holders of one row. */
const GROUP = 64
/** Rows of holders that are inserted at once. */
const GROUPS = 256
/** Leaves between two looks at the clock. */
const STRIDE = 1024
/** Garbage of a leaf: its units, and the text of its nonce. */
const LEAF_GARBAGE = 300
/** Garbage of a holder: what is read of a holding, and its text in a statement. */
const HOLDER_GARBAGE = 250
/** Garbage of a stored byte: its text in a statement, and copies of that. */
const STORED_GARBAGE = 8
/** Nodes that one statement removes. */
const REMOVED = 20_000

interface TreeOptions {
  snapshot: { id: string; number: number }
  nonceKey: Uint8Array
  pause: Pause
  sweep: Sweep
}

/** The leaves of all holdings and of the padding, and how many leaves each holding has. */
async function plantLeaves(register: Register, { snapshot, nonceKey, pause, sweep }: TreeOptions) {
  const { symbol } = register
  const random = createRandom()
  const counts = new Uint8Array(countHoldings(register))
  let [holder, total] = [0, 0]
  for (const [, millionths] of eachHolding(register)) {
    const count = drawParts(millionths, random)
    counts[holder++] = count
    total += count
    sweep(HOLDER_GARBAGE)
    await pause()
  }
  const size = paddedTo(total)
  const leaves = new Leaves(size, pause)
  const hash = createLeafHasher(symbol)
  const nonces = createNonces(nonceKey, { snapshot: snapshot.id, symbol })
  holder = 0
  for (const [userId, millionths] of eachHolding(register)) {
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

/** Stores the positions of the leaves of each holder, in groups that one statement splits into rows. */
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
    await slowDatabase().execute(sql`
      insert into proof_holders (snapshot_number, token_id, first_user_id, entries)
      select ${snapshot.number}::int, ${register.tokenId}::int, first_user_id,
        substr(${batch.subarray(0, used)}::bytea, (1 + (number - 1) * ${GROUP * HOLDER_BYTES}::int)::int, ${GROUP * HOLDER_BYTES}::int)
      from unnest(${`{${firsts.join()}}`}::int[]) with ordinality as groups (first_user_id, number)`)
    firsts.length = 0
    used = 0
  }
  for (const [userId] of eachHolding(register)) {
    if (used % (GROUP * HOLDER_BYTES) === 0) firsts.push(userId)
    batch.writeUInt32BE(userId, used)
    for (let part = 0; part < MOST_PARTS; part++)
      batch.writeUInt32BE(
        part < (counts[holder] as number) ? (positions[leaf + part] as number) : NO_LEAF,
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
const storeBlocks = ({ level, first, size, nodes }: KeptBlocks, tokenId: number, number: number) =>
  slowDatabase().execute(sql`
    insert into proof_nodes (snapshot_number, token_id, level, number, nodes)
    select ${number}::int, ${tokenId}::int, ${level}::smallint, ${first}::int + at, substr(${nodes}::bytea, at * ${size}::int + 1, ${size}::int)
    from generate_series(0, ${nodes.length / size - 1}::int) as at`)

/** Builds and stores the tree of a series, whose head is named elsewhere. Throws `SnapshotRefused` when its sum is not the units in issue. */
export async function storeTree(
  register: Register,
  options: TreeOptions,
): Promise<Omit<SnapshotSeries, 'register_head'>> {
  const { tokenId, symbol } = register
  const { snapshot, sweep } = options
  const { leaves, counts } = await plantLeaves(register, options)
  const order = await leaves.order()
  let root: Buffer = Buffer.alloc(0)
  for await (const blocks of leaves.blocks(order)) {
    await storeBlocks(blocks, tokenId, snapshot.number)
    sweep(blocks.nodes.length * STORED_GARBAGE)
    root = blocks.nodes
  }
  await storeHolders(register, counts, order, options)
  await slowDatabase()
    .insert(proofTrees)
    .values({ snapshot_number: snapshot.number, token_id: tokenId, symbol, leaves: leaves.count })
  const sum = root.readBigUInt64BE(HASH_BYTES)
  if (sum !== register.inIssue)
    throw new SnapshotRefused(
      'totals',
      `The tree of ${symbol} adds up to ${groupDigits(printUnits(sum))} units.`,
      symbol,
    )
  return {
    symbol,
    root: toHex(root.subarray(0, HASH_BYTES)),
    units_in_issue: printUnits(sum),
    units_held: register.unitsHeld,
    leaves: leaves.count,
    attestation_sha256: register.attestationSha256,
    documents_sha256: register.documents,
  }
}

/** Removes the trees of all snapshots but one: a newer one has replaced them, or an attempt left them. */
export async function removeOtherTrees(number: number): Promise<void> {
  for (const table of ['proof_nodes', 'proof_holders', 'proof_trees']) {
    const name = sql.identifier(table)
    for (let removed = REMOVED; removed === REMOVED; ) {
      const { count } = await slowDatabase().execute(sql`
        delete from ${name} where ctid = any(array(
          select ctid from ${name} where snapshot_number <> ${number} limit ${REMOVED}))`)
      removed = count
    }
  }
}
