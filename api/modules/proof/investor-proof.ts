/** The proof that an investor's units are counted in the newest snapshot. */
import { sql } from 'drizzle-orm'
import { accountNumber } from '#contract/account-number'
import { Problem } from '#contract/problem'
import type { ProofFile } from '#contract/proof'
import { statement } from '#db/prepared'
import { holdings } from '#db/schema/register'
import { today } from '#shared/asset/calendar'
import { printUnits } from '#shared/proof/bytes'
import type { ProofLeaf } from '#shared/proof/check-leaf'
import { explainNotCounted } from '#shared/proof/not-counted'
import { toHex } from '#shared/sha256'
import { createNonces, MOST_PARTS } from './holding-leaves.ts'
import { proofKeys } from './keys.ts'
import { type BlockPlace, blocksOnPath, pathOf } from './path.ts'
import { HOLDER_BYTES, NO_LEAF } from './stored-tree.ts'
import { BLOCK_NODES, createLeafHasher, HASH_BYTES, levelsOf, NODE_BYTES } from './tree.ts'

const ID_BYTES = 4
/** The id of a snapshot begins with its day: `2026-11-22.2`. */
const DAY_LENGTH = 10

type NewestRow = [
  number: number,
  id: string,
  content: string,
  publicKey: string,
  /** Of a tree in which the holder may have leaves; null without one. */
  tokenId: number | null,
  symbol: string,
  leaves: number,
  /** The group of holders in which the investor would be. */
  entries: Buffer,
]

/** The newest snapshot with the trees in which a holder may have leaves: one statement, so that they belong together. */
const readNewest = statement<NewestRow>(
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

/** A row where units are held now. */
const readHolder = statement<[one: number]>(
  () => sql`select 1 from ${holdings} where user_id = ${sql.placeholder('userId')} and units > 0 limit 1`,
)

/** Positions of a holder's leaves, out of a group of holders. */
function positionsOf(entries: Buffer, userId: number): number[] {
  for (let at = 0; at < entries.length; at += HOLDER_BYTES) {
    if (entries.readUInt32BE(at) !== userId) continue
    const read = (_: unknown, part: number) => entries.readUInt32BE(at + ID_BYTES * (1 + part))
    return Array.from({ length: MOST_PARTS }, read).filter((position) => position !== NO_LEAF)
  }
  return []
}

type BlockKey = BlockPlace & { tokenId: number }
const nameOf = ({ tokenId, level, number }: BlockKey): string => `${tokenId} ${level} ${number}`

const readWanted = statement<[tokenId: number, level: number, number: number, nodes: Buffer]>(
  () => sql`
    select token_id, level, number, nodes
    from unnest(${sql.placeholder('tokenIds')}::int[], ${sql.placeholder('levels')}::smallint[], ${sql.placeholder('numbers')}::int[])
      as wanted (token_id, level, number)
    join proof_nodes using (token_id, level, number) where snapshot_number = ${sql.placeholder('snapshot')}`,
)

/** Blocks of the trees of a snapshot with their levels, by {@link nameOf}: leaves share those near the root. */
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
    rows.map(([tokenId, level, number, nodes]) => [nameOf({ tokenId, level, number }), levelsOf(nodes)]),
  )
}

interface HeldLeaf {
  symbol: string
  /** Number among the leaves of the holding. */
  part: number
  position: number
  keys: BlockKey[]
}

/** The version of the format of the files. */
const VERSION = 2

interface ProvenLeaf {
  leaf: ProofLeaf
  /** The key that opens it. */
  key: string
}

/** The leaf with its nonce and its path. Throws `unavailable` when the server cannot make its nonce. */
function proveLeaf(
  { symbol, part, position }: HeldLeaf,
  { blocks, snapshot, userId }: { blocks: readonly Buffer[][]; snapshot: string; userId: number },
): ProvenLeaf {
  const [[lowest]] = blocks as [[Buffer]]
  const stored = lowest.subarray((position % BLOCK_NODES) * NODE_BYTES)
  const units = stored.readBigUInt64BE(HASH_BYTES)
  const nonces = createNonces(proofKeys().nonceKey, { snapshot, symbol })
  const key = toHex(nonces.begin(userId))
  const nonce = nonces.nonce(part)
  if (!stored.subarray(0, HASH_BYTES).equals(createLeafHasher(symbol)(nonce, units)))
    throw new Problem(
      'unavailable',
      'The newest snapshot was made with another key or by an earlier version of the server. The next one has your proof.',
    )
  const leaf = { symbol, units: printUnits(units), nonce: toHex(nonce), path: pathOf(position, blocks) }
  return { leaf, key }
}

/**
 * The file that proves the investor's holdings in the newest snapshot. Throws `not_found` where nothing is held or there
 * is no snapshot yet, and `unavailable` while the proof cannot be made.
 */
export async function readInvestorProof(userId: number): Promise<ProofFile> {
  const rows = await readNewest({ userId })
  if (!rows[0])
    throw new Problem('not_found', 'There is no snapshot yet. The first one is made after 00:05 UTC.')
  const [snapshotNumber, snapshot, content, key] = rows[0]
  const held = rows.flatMap(([, , , , tokenId, symbol, leaves, entries]): HeldLeaf[] =>
    tokenId === null
      ? []
      : positionsOf(entries, userId).map((position, part) => ({
          symbol,
          part,
          position,
          keys: blocksOnPath(position, leaves).map((place) => ({ tokenId, ...place })),
        })),
  )
  if (held.length === 0) {
    const [holder] = await readHolder({ userId })
    const newest = { snapshot: snapshot.slice(0, DAY_LENGTH), today: today(), isHolder: holder !== undefined }
    throw new Problem('not_found', explainNotCounted(newest))
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
      throw new Problem('unavailable', 'A new snapshot was just made. Fetch the proof again.')
    return proveLeaf(leaf, { blocks, snapshot, userId })
  })
  const keys = new Map(proven.map(({ leaf, key: opens }) => [leaf.symbol, opens]))
  return {
    version: VERSION,
    snapshot: JSON.parse(content),
    key,
    opening: {
      account: accountNumber(userId),
      keys: [...keys].map(([symbol, opens]) => ({ symbol, key: opens })),
    },
    leaves: proven.map(({ leaf }) => toSent(leaf)),
  }
}

/** As the contract declares it: with a path that can be changed. */
const toSent = ({ path, ...leaf }: ProofLeaf): ProofFile['leaves'][number] => ({ ...leaf, path: [...path] })
