/** The proof that an investor's units are included in the latest snapshot. */
import { sql } from 'drizzle-orm'
import type { ProofFile } from '#contract/holdings/proof'
import { formatAccountNumber } from '#contract/identity/account-number'
import { Problem } from '#contract/problem'
import { prepareStatement } from '#db/prepared-queries'
import { holdings } from '#db/schema/holdings/register'
import { getToday } from '#shared/calculations/calendar'
import { formatUnits } from '#shared/proof/byte-encoding'
import type { ProofLeaf } from '#shared/proof/check-merkle-path'
import { describeUncounted } from '#shared/proof/uncounted-units'
import { toHex } from '#shared/sha256'
import { BLOCK_NODES, createLeafHasher, getBlockLevels, HASH_BYTES, NODE_BYTES } from './build-tree.ts'
import { createLeafNonces, LEAVES_PER_HOLDING_MAX } from './holding-leaves.ts'
import { type BlockPosition, buildMerklePath, listPathBlocks } from './merkle-path.ts'
import { getProofKeys } from './proof-keys.ts'
import { HOLDER_BYTES, NO_LEAF_POSITION } from './store-tree.ts'

const ID_BYTES = 4
/** A snapshot id begins with its day: `2026-11-22.2`. */
const DAY_LENGTH = 10

type NewestRow = [
  number: number,
  id: string,
  content: string,
  publicKey: string,
  /** Id of a tree in which the holder may have leaves; null without one. */
  tokenId: number | null,
  symbol: string,
  leaves: number,
  /** The group of holders that would contain the investor. */
  entries: Buffer,
]

/**
 * The latest snapshot with the trees in which a holder may have leaves: a single statement, so that they belong
 * together.
 */
const readNewest = prepareStatement<NewestRow>(
  () => sql`
    select newest.number, newest.id, newest.content, newest.public_key, tree.token_id, tree.symbol, tree.leaves, tree.entries
    from (select * from proof_snapshots order by number desc limit 1) as newest
    left join lateral (
      select proof_trees.token_id, symbol, leaves, entries from proof_trees
      join lateral (
        select entries from proof_holders
        where snapshot_number = newest.number and token_id = proof_trees.token_id and first_user_id <= ${sql.placeholder('userId')}
        order by first_user_id desc limit 1
      ) as holders on true
      where proof_trees.snapshot_number = newest.number
    ) as tree on true
    order by tree.symbol collate "C"`,
)

/** A row if units are held now. */
const readHolder = prepareStatement<[one: number]>(
  () => sql`select 1 from ${holdings} where user_id = ${sql.placeholder('userId')} and units > 0 limit 1`,
)

/** Positions of a holder's leaves, from a group of holders. */
function positionsOf(entries: Buffer, userId: number): number[] {
  for (let at = 0; at < entries.length; at += HOLDER_BYTES) {
    if (entries.readUInt32BE(at) !== userId) continue
    const read = (_: unknown, part: number) => entries.readUInt32BE(at + ID_BYTES * (1 + part))
    return Array.from({ length: LEAVES_PER_HOLDING_MAX }, read).filter(
      (position) => position !== NO_LEAF_POSITION,
    )
  }
  return []
}

type BlockKey = BlockPosition & { tokenId: number }
const nameOf = ({ tokenId, level, number }: BlockKey): string => `${tokenId} ${level} ${number}`

const readWanted = prepareStatement<[tokenId: number, level: number, number: number, nodes: Buffer]>(
  () => sql`
    select token_id, level, number, nodes
    from unnest(${sql.placeholder('tokenIds')}::int[], ${sql.placeholder('levels')}::smallint[], ${sql.placeholder('numbers')}::int[])
      as wanted (token_id, level, number)
    join proof_nodes using (token_id, level, number) where snapshot_number = ${sql.placeholder('snapshot')}`,
)

/** Blocks of the trees of a snapshot with their levels, by their key: leaves share those near the root. */
async function readBlocks(snapshot: number, keys: readonly BlockKey[]): Promise<Map<string, Buffer[]>> {
  const distinct = [...new Map(keys.map((key) => [nameOf(key), key])).values()]
  const list = (of: (key: BlockKey) => number) => `{${distinct.map(of).join()}}`
  const rows = await readWanted({
    snapshot,
    tokenIds: list((key) => key.tokenId),
    levels: list((key) => key.level),
    numbers: list((key) => key.number),
  })
  return new Map(
    rows.map(([tokenId, level, number, nodes]) => [
      nameOf({ tokenId, level, number }),
      getBlockLevels(nodes),
    ]),
  )
}

interface HeldLeaf {
  symbol: string
  /** Number among the leaves of the holding. */
  part: number
  position: number
  keys: BlockKey[]
}

/** The format version of the files. */
const VERSION = 2

interface ProvenLeaf {
  leaf: ProofLeaf
  /** The key that opens it. */
  key: string
}

/** The leaf with its nonce and path. Throws `unavailable` if the server cannot create its nonce. */
function proveLeaf(
  { symbol, part, position }: HeldLeaf,
  { blocks, snapshot, userId }: { blocks: readonly Buffer[][]; snapshot: string; userId: number },
): ProvenLeaf {
  const [[lowest]] = blocks as [[Buffer]]
  const stored = lowest.subarray((position % BLOCK_NODES) * NODE_BYTES)
  const units = stored.readBigUInt64BE(HASH_BYTES)
  const nonces = createLeafNonces(getProofKeys().nonceKey, { snapshot, symbol })
  const key = toHex(nonces.begin(userId))
  const nonce = nonces.nonce(part)
  if (!stored.subarray(0, HASH_BYTES).equals(createLeafHasher(symbol)(nonce, units)))
    throw new Problem(
      'unavailable',
      'No proof is available for the latest snapshot because it was created with a different key or server version. Your proof will be available with the next snapshot.',
    )
  const leaf = {
    symbol,
    units: formatUnits(units),
    nonce: toHex(nonce),
    path: buildMerklePath(position, blocks),
  }
  return { leaf, key }
}

/**
 * The file that proves the investor's holdings in the latest snapshot. Throws `not_found` if nothing is held or there
 * is no snapshot yet, and `unavailable` while the proof cannot be made.
 */
export async function getInvestorProof(userId: number): Promise<ProofFile> {
  const rows = await readNewest({ userId })
  if (!rows[0])
    throw new Problem('not_found', 'No snapshot is available yet. The first snapshot is taken at 00:05 UTC.')
  const [snapshotNumber, snapshot, content, key] = rows[0]
  const held = rows.flatMap(([, , , , tokenId, symbol, leaves, entries]): HeldLeaf[] =>
    tokenId === null
      ? []
      : positionsOf(entries, userId).map((position, part) => ({
          symbol,
          part,
          position,
          keys: listPathBlocks(position, leaves).map((place) => ({ tokenId, ...place })),
        })),
  )
  if (held.length === 0) {
    const [holder] = await readHolder({ userId })
    const newest = {
      snapshot: snapshot.slice(0, DAY_LENGTH),
      today: getToday(),
      isHolder: holder !== undefined,
    }
    throw new Problem('not_found', describeUncounted(newest))
  }
  const stored = await readBlocks(
    snapshotNumber,
    held.flatMap(({ keys }) => keys),
  )
  const proven = held.map((leaf) => {
    const blocks = leaf.keys.flatMap((key) => {
      const levels = stored.get(nameOf(key))
      return levels ? [levels] : []
    })
    // A newer snapshot has replaced this one since it was read.
    if (blocks.length < leaf.keys.length)
      throw new Problem('unavailable', 'A new snapshot has just been taken. Request the proof again.')
    return proveLeaf(leaf, { blocks, snapshot, userId })
  })
  const keys = new Map(proven.map(({ leaf, key: opens }) => [leaf.symbol, opens]))
  return {
    version: VERSION,
    snapshot: JSON.parse(content),
    key,
    opening: {
      account: formatAccountNumber(userId),
      keys: [...keys].map(([symbol, opens]) => ({ symbol, key: opens })),
    },
    leaves: proven.map(({ leaf }) => toSent(leaf)),
  }
}

/** As declared in the contract, with a mutable path. */
const toSent = ({ path, ...leaf }: ProofLeaf): ProofFile['leaves'][number] => ({ ...leaf, path: [...path] })
