import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createYield } from '#common/cooperative-pause'
import { formatUnits } from '#shared/proof/byte-encoding'
import { checkInclusionProof, type ProofFile } from '#shared/proof/check-inclusion-proof'
import type { ProofLeaf } from '#shared/proof/check-merkle-path'
import { computeNonce } from '#shared/proof/leaf-nonce'
import { leafBytes, nodeBytes } from '#shared/proof/merkle-sum-tree'
import { hashSnapshot, type Snapshot, snapshotBytes } from '#shared/proof/snapshot'
import { toHex } from '#shared/sha256'
import { createLeafHasher, getBlockLevels, getPaddedLeafCount } from './build-tree.ts'
import { LeafCollector } from './leaf-collector.ts'
import { buildMerklePath, listPathBlocks } from './merkle-path.ts'

const SYMBOL = '$GOLD'

interface Tree {
  leaves: number
  root: string
  units: bigint
  /** In the order added. */
  proofs: ProofLeaf[]
}

const ACCOUNT = 'A-000123'
const HOLDER_KEY = '7'.repeat(64)

/** The nonce of each of the holder's leaves, by its position among all leaves. */
async function makeNonces(mine: readonly number[]): Promise<Map<number, Buffer>> {
  const made = mine.map(async (at, number) => {
    const leaf = { account: ACCOUNT, snapshot: '2026-11-22', symbol: SYMBOL, number }
    return [at, Buffer.from(await computeNonce(HOLDER_KEY, leaf), 'hex')] as const
  })
  return new Map(await Promise.all(made))
}

/** A tree over some holdings, padded with leaves without units; those in `mine` belong to one holder. */
async function grow(holdings: readonly bigint[], mine: readonly number[] = []): Promise<Tree> {
  const size = getPaddedLeafCount(holdings.length)
  const leaves = new LeafCollector(size, createYield())
  const hashLeaf = createLeafHasher(SYMBOL)
  const opened = await makeNonces(mine)
  const nonces = Array.from({ length: size }, (_, at) => {
    const nonce = opened.get(at) ?? randomBytes(32)
    leaves.add(hashLeaf(nonce, holdings[at] ?? 0n), holdings[at] ?? 0n)
    return nonce
  })
  const order = await leaves.order()
  const blocks = new Map<string, Buffer>()
  let last: Buffer = Buffer.alloc(0)
  for await (const { level, first, size: length, nodes } of leaves.blocks(order)) {
    last = Buffer.from(nodes)
    for (let at = 0; at * length < last.length; at++)
      blocks.set(`${level} ${first + at}`, last.subarray(at * length, (at + 1) * length))
  }
  const proofs = holdings.map((units, at) => {
    const position = order.indexOf(at)
    const needed = listPathBlocks(position, size).map(({ level, number }) =>
      getBlockLevels(blocks.get(`${level} ${number}`) ?? Buffer.alloc(0)),
    )
    return {
      symbol: SYMBOL,
      units: formatUnits(units),
      nonce: toHex(nonces[at] ?? Buffer.alloc(0)),
      path: buildMerklePath(position, needed),
    }
  })
  return { leaves: size, root: toHex(last.subarray(0, 32)), units: last.readBigUInt64BE(32), proofs }
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function makeKeys() {
  const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const key = toHex(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)))
  const sign = async (snapshot: Omit<Snapshot, 'signature'>): Promise<Snapshot> => {
    const bytes = snapshotBytes(snapshot)
    return {
      ...snapshot,
      signature: toHex(new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, bytes))),
    }
  }
  return { key, sign }
}

async function makeFile(tree: Tree, leaves: readonly number[]) {
  const { key, sign } = await makeKeys()
  const snapshot = {
    id: '2026-11-22',
    date: '2026-11-22T00:05:00.000Z',
    series: [
      {
        symbol: SYMBOL,
        root: tree.root,
        units_in_issue: formatUnits(tree.units),
        units_held: formatUnits(tree.units + 1n),
        leaves: tree.leaves,
        attestation_sha256: 'a'.repeat(64),
        register_head: 'b'.repeat(64),
      },
    ],
    audit_head: 'c'.repeat(64),
    previous_hash: null,
  }
  const file: ProofFile = {
    version: 2,
    snapshot: await sign(snapshot),
    key,
    opening: { account: ACCOUNT, keys: [{ symbol: SYMBOL, key: HOLDER_KEY }] },
    leaves: leaves.flatMap((at) => tree.proofs[at] ?? []),
  }
  return { file, snapshot, sign }
}

/** The findings of the second checker, which shares no code with the first, for a file. */
function failedInPython(file: ProofFile, { key, previous }: { key?: string; previous?: Snapshot }): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'))
  const write = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  const options = [
    ...(key ? ['--key', key] : []),
    ...(previous ? ['--previous', write('previous.json', previous)] : []),
  ]
  const { stdout, stderr } = spawnSync(
    'python3',
    ['shared/proof/check.py', write('proof.json', file), ...options],
    {
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  return stdout.split('\n').flatMap((line) => line.match(/^FAIL (\w+)/)?.[1] ?? [])
}

/** What is wrong with a file, according to both checkers. */
async function failed(file: ProofFile, known: { key?: string; previous?: Snapshot } = {}) {
  const { key, previous } = known
  const found = (await checkInclusionProof(file, { keys: key ? [{ key }] : undefined, previous }))
    .filter(({ ok }) => !ok)
    .map(({ finding }) => finding)
  expect(failedInPython(file, known)).toEqual(found)
  return found
}

describe('a tree of holdings', () => {
  test('has the root of hashes and sums calculated one level at a time', async () => {
    const holdings = [1_500_000n, 2_000_000n, 1n]
    const tree = await grow(holdings)
    const [first] = tree.proofs
    if (!first) throw new Error('No proof')
    let node = { hash: hash(leafBytes({ ...first, units: 1_500_000n })), units: 1_500_000n }
    for (const { side, hash: other, units } of first.path) {
      const sibling = { hash: other, units: BigInt(units.replace('.', '')) }
      const [left, right] = side === 'left' ? [sibling, node] : [node, sibling]
      node = { hash: hash(nodeBytes(left, right)), units: left.units + right.units }
    }
    expect(node).toEqual({ hash: tree.root, units: 3_500_001n })
  })

  test.each([1, 2, 1023, 1024, 1025, 5000])('proves each of %d holdings', async (count) => {
    const some = [...new Set([0, 1, Math.floor(count / 2), count - 1])].filter((at) => at < count)
    const holdings = Array.from({ length: count }, (_, at) => BigInt(at + 1))
    const tree = await grow(holdings, some)
    const { file } = await makeFile(tree, some)
    expect(await failed(file)).toEqual([])
    expect(tree.leaves).toBe(count > 4096 ? 8192 : count > 1024 ? 2048 : 1024)
  })

  test('shows the same size and different leaves for one holder and for a thousand equal ones', async () => {
    const [one, many] = [await grow([7n]), await grow(Array.from({ length: 1000 }, () => 7n))]
    expect(one.leaves).toBe(many.leaves)
    const leaves = many.proofs.map((leaf) => hash(leafBytes({ ...leaf, units: 7n })))
    expect(new Set(leaves).size).toBe(1000)
  })
})

describe('a forged proof is rejected', () => {
  let tree: Tree
  beforeAll(async () => {
    const holdings = Array.from({ length: 1500 }, (_, at) => BigInt(1_000_000 + at))
    tree = await grow(holdings, [3])
  })
  const change = (file: ProofFile, leaf: Partial<ProofLeaf>): ProofFile => ({
    ...file,
    leaves: file.leaves.map((one, at) => (at === 0 ? { ...one, ...leaf } : one)),
  })

  test('with one additional unit', async () => {
    const { file } = await makeFile(tree, [3])
    expect(await failed(change(file, { units: '2.000003' }))).toEqual(['root'])
  })

  test('with units below zero or in another format', async () => {
    const { file } = await makeFile(tree, [3])
    for (const units of ['-1.000000', '1.0', '01.000000', '9223372036855.000000'])
      expect(await failed(change(file, { units })), units).toEqual(['units'])
  })

  test('with a different sum along the path', async () => {
    const { file } = await makeFile(tree, [3])
    const path = file.leaves[0]?.path.map((step, at) => (at === 4 ? { ...step, units: '0.000000' } : step))
    expect(await failed(change(file, { path }))).toEqual(['root'])
  })

  test('with a node that passes for a leaf', async () => {
    const { file } = await makeFile(tree, [3])
    expect(await failed(change(file, { path: file.leaves[0]?.path.slice(1) }))).toEqual(['path'])
  })

  test('with a duplicated leaf', async () => {
    const { file } = await makeFile(tree, [3, 3])
    expect(await failed(file)).toEqual(['duplicate'])
  })

  test('with a sum that omits a holder', async () => {
    const { file, snapshot, sign } = await makeFile(tree, [3])
    const series = snapshot.series.map((one) => ({ ...one, units_in_issue: '1.000000' }))
    expect(await failed({ ...file, snapshot: await sign({ ...snapshot, series }) })).toEqual(['sum'])
  })

  test('with the root of a tree from which a holder was dropped', async () => {
    const { file, snapshot, sign } = await makeFile(tree, [3])
    const { root } = await grow([1n])
    const series = snapshot.series.map((one) => ({ ...one, root }))
    expect(await failed({ ...file, snapshot: await sign({ ...snapshot, series }) })).toEqual(['root'])
  })

  test('with a snapshot changed after signing, or signed with another key', async () => {
    const { file, snapshot } = await makeFile(tree, [3])
    const later = { ...file.snapshot, date: '2026-11-22T00:06:00.000Z' }
    expect(await failed({ ...file, snapshot: later })).toEqual(['signature'])
    const { key, sign } = await makeKeys()
    expect(await failed({ ...file, snapshot: await sign(snapshot) })).toEqual(['signature'])
    expect(await failed({ ...file, snapshot: await sign(snapshot), key }, { key: file.key })).toEqual(['key'])
    expect(await failed({ ...file, key: 'ff' })).toEqual(['key'])
  })

  test('with a chain that does not lead to the previous snapshot', async () => {
    const { file, snapshot, sign } = await makeFile(tree, [3])
    const before = await sign({ ...snapshot, id: '2026-11-21', date: '2026-11-21T00:05:00.000Z' })
    const next = await sign({ ...snapshot, previous_hash: await hashSnapshot(before) })
    expect(await failed({ ...file, snapshot: next }, { previous: before })).toEqual([])
    expect(await failed({ ...file, snapshot: next }, { previous: file.snapshot })).toEqual(['chain'])
  })

  test('with a series that the snapshot does not have, and more in issue than in custody', async () => {
    const { file, snapshot, sign } = await makeFile(tree, [3])
    const { opening } = file
    const unopened = { ...change(file, { symbol: '$TIN' }), opening: { ...opening, keys: [] } }
    expect(await failed(unopened)).toEqual(['series'])
    const series = snapshot.series.map((one) => ({ ...one, units_held: '1.000000' }))
    expect(await failed({ ...file, snapshot: await sign({ ...snapshot, series }) })).toEqual(['backing'])
  })
})
