/** The example of `docs/proof-format.md`: the same values whenever it is made. */
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { printUnits, readUnits } from '#shared/proof/bytes'
import type { PathStep, ProofFile } from '#shared/proof/check'
import { type Snapshot, snapshotBytes } from '#shared/proof/snapshot'
import { LEAST_LEAVES, leafBytes, nodeBytes, type SumNode } from '#shared/proof/tree'
import { toHex } from '#shared/sha256'

const SYMBOL = '$GOLD'
/** Units of the leaves that are not padding; the first one is proven. */
const UNITS = ['12.500000', '0.000001', '300.000000', '7.250000']
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_BYTES = 32

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const parentOf = (left: SumNode, right: SumNode): SumNode => ({
  hash: sha256(nodeBytes(left, right)),
  units: left.units + right.units,
})

/** The secret of the example's key: every value of the example can be made again. */
const SEED = sha256('example of the proof: key')

interface Step extends SumNode {
  /** What was hashed. */
  bytes: string
  side: PathStep['side'] | null
}

export interface Example {
  file: ProofFile
  /** From the leaf up. */
  steps: Step[]
  signed: string
  hash: string
  seed: string
}

function makeLeaves() {
  const leaves = Array.from({ length: LEAST_LEAVES }, (_, at) => {
    const leaf = {
      symbol: SYMBOL,
      nonce: sha256(`example of the proof: nonce ${at}`),
      units: readUnits(UNITS[at] ?? '0.000000'),
    }
    return { ...leaf, hash: sha256(leafBytes(leaf)) }
  })
  const [proven] = leaves
  if (!proven) throw new Error('The example has no leaves')
  return { proven, leaves: leaves.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)) }
}

/** Makes the example. */
export function makeExample(): Example {
  const { proven, leaves } = makeLeaves()
  let level: SumNode[] = leaves
  let position = leaves.indexOf(proven)
  const path: PathStep[] = []
  const steps: Step[] = [
    { hash: proven.hash, units: proven.units, bytes: toHex(leafBytes(proven)), side: null },
  ]
  while (level.length > 1) {
    const below = level
    const sibling = below[position ^ 1] as SumNode
    const side = position % 2 === 1 ? 'left' : 'right'
    const pair: [SumNode, SumNode] =
      side === 'left' ? [sibling, below[position] as SumNode] : [below[position] as SumNode, sibling]
    path.push({ side, hash: sibling.hash, units: printUnits(sibling.units) })
    steps.push({ ...parentOf(...pair), bytes: toHex(nodeBytes(...pair)), side })
    level = Array.from({ length: below.length / 2 }, (_, at) =>
      parentOf(below[2 * at] as SumNode, below[2 * at + 1] as SumNode),
    )
    position = Math.floor(position / 2)
  }
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, Buffer.from(SEED, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const [root] = level as [SumNode]
  const unsigned: Omit<Snapshot, 'signature'> = {
    id: '2026-11-22',
    date: '2026-11-22T00:05:00.000Z',
    series: [
      {
        symbol: SYMBOL,
        root: root.hash,
        units_in_issue: printUnits(root.units),
        units_held: '1000.000000',
        leaves: LEAST_LEAVES,
        attestation_sha256: sha256('example of the proof: attestation'),
        register_head: sha256('example of the proof: register'),
      },
    ],
    audit_head: sha256('example of the proof: audit log'),
    previous_hash: null,
  }
  const bytes = snapshotBytes(unsigned)
  return {
    file: {
      snapshot: { ...unsigned, signature: toHex(sign(null, bytes, key)) },
      key: toHex(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES)),
      leaves: [{ symbol: SYMBOL, units: printUnits(proven.units), nonce: proven.nonce, path }],
    },
    steps,
    signed: new TextDecoder().decode(bytes),
    hash: sha256(bytes),
    seed: SEED,
  }
}

/** The example as `docs/proof-example.json`. */
export const exampleFile = ({ file }: Example): string => `${JSON.stringify(file, null, 2)}\n`

/** The section of `docs/proof-format.md` with every intermediate value. */
export function describeExample({ file, steps, signed, hash, seed }: Example): string {
  const { snapshot, key } = file
  const blocks = steps.map(({ bytes, hash: made, units, side }, at) =>
    [
      at === 0 ? '**Leaf**, bytes and hash:' : `**Step ${at}**, sibling on the ${side}, bytes and hash:`,
      '',
      '```text',
      bytes,
      made,
      `sum ${units} millionths`,
      '```',
    ].join('\n'),
  )
  return [
    ...blocks,
    'The last hash is the root of the snapshot, the last sum its units in issue.',
    [
      '**Signed bytes** of the snapshot, their SHA-256 and the signature:',
      '',
      '```text',
      signed,
      hash,
      snapshot.signature,
      '```',
    ].join('\n'),
    ['**Key**: the 32 bytes of the secret, and the public key:', '', '```text', seed, key, '```'].join('\n'),
  ].join('\n\n')
}
