/** The example in `docs/proof-format.md`: the same values on every run. */
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { formatUnits, parseUnits } from '#shared/proof/byte-encoding'
import type { ProofFile } from '#shared/proof/check-inclusion-proof'
import type { PathStep } from '#shared/proof/check-merkle-path'
import { headBytes } from '#shared/proof/head-commitment'
import { nonceBytes, type Opening } from '#shared/proof/leaf-nonce'
import { LEAVES_MIN, leafBytes, nodeBytes, type SumNode } from '#shared/proof/merkle-sum-tree'
import { type Snapshot, snapshotBytes } from '#shared/proof/snapshot'
import { toHex } from '#shared/sha256'

const SYMBOL = '$GOLD'
const ID = '2026-11-22'
const ACCOUNT = 'A-000123'
/** Units of the leaves that are not padding; the first two are proven. */
const UNITS = ['12.500000', '7.250000', '300.000000', '0.000001']
const PROVEN = 2
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_BYTES = 32

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const parentOf = (left: SumNode, right: SumNode): SumNode => ({
  hash: sha256(nodeBytes(left, right)),
  units: left.units + right.units,
})

/** The secret of the example's key: every value of the example can be reproduced. */
const SEED = sha256('example of the proof: key')

interface Step extends SumNode {
  /** What was hashed. */
  bytes: string
  side: PathStep['side'] | null
}

export interface Example {
  file: ProofFile & { opening: Opening }
  /** For the first leaf: the input of its nonce's HMAC. */
  message: string
  /** Of each leaf, from the leaf up. */
  steps: Step[][]
  signed: string
  hash: string
  seed: string
}

/** The key of the example's holder. */
const HOLDER_KEY = sha256('example of the proof: holder key')
const messageOf = (number: number) => nonceBytes({ account: ACCOUNT, snapshot: ID, symbol: SYMBOL, number })
const nonceOf = (at: number): string =>
  at < PROVEN
    ? createHmac('sha256', Buffer.from(HOLDER_KEY, 'hex')).update(messageOf(at)).digest('hex')
    : sha256(`example of the proof: nonce ${at}`)

const makeLeaves = () =>
  Array.from({ length: LEAVES_MIN }, (_, at) => {
    const leaf = { symbol: SYMBOL, nonce: nonceOf(at), units: parseUnits(UNITS[at] ?? '0.000000') }
    return { ...leaf, hash: sha256(leafBytes(leaf)) }
  })

/** Nonce and head of the register, and of the audit log. */
const openedHead = (log: string): string =>
  sha256(`example of the proof: nonce of the ${log}`) + sha256(`example of the proof: ${log}`)
const REGISTER_HEAD = openedHead('register')
const AUDIT_HEAD = openedHead('audit log')

/** All levels of the tree, from the leaves up. */
function growTree(leaves: readonly SumNode[]): (readonly SumNode[])[] {
  const levels = [leaves]
  for (let below = leaves; below.length > 1; ) {
    const children = below
    below = Array.from({ length: children.length / 2 }, (_, at) =>
      parentOf(children[2 * at] as SumNode, children[2 * at + 1] as SumNode),
    )
    levels.push(below)
  }
  return levels
}

type Leaf = ReturnType<typeof makeLeaves>[number]

/** The path of a leaf, and each step of it. */
function climb(leaf: Leaf, levels: readonly (readonly SumNode[])[]): { path: PathStep[]; steps: Step[] } {
  let position = levels[0]?.indexOf(leaf) ?? 0
  const path: PathStep[] = []
  const steps: Step[] = [{ hash: leaf.hash, units: leaf.units, bytes: toHex(leafBytes(leaf)), side: null }]
  for (const below of levels.slice(0, -1)) {
    const sibling = below[position ^ 1] as SumNode
    const side = position % 2 === 1 ? 'left' : 'right'
    const pair: [SumNode, SumNode] =
      side === 'left' ? [sibling, below[position] as SumNode] : [below[position] as SumNode, sibling]
    path.push({ side, hash: sibling.hash, units: formatUnits(sibling.units) })
    steps.push({ ...parentOf(...pair), bytes: toHex(nodeBytes(...pair)), side })
    position = Math.floor(position / 2)
  }
  return { path, steps }
}

/** Makes the example. */
export function createExample(): Example {
  const leaves = makeLeaves()
  const levels = growTree(leaves.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)))
  const proven = leaves.slice(0, PROVEN).map((leaf) => ({ leaf, ...climb(leaf, levels) }))
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, Buffer.from(SEED, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const root = levels.at(-1)?.[0] as SumNode
  const unsigned: Omit<Snapshot, 'signature'> = {
    id: ID,
    date: `${ID}T00:05:00.000Z`,
    series: [
      {
        symbol: SYMBOL,
        root: root.hash,
        units_in_issue: formatUnits(root.units),
        units_held: '1000.000000',
        leaves: LEAVES_MIN,
        attestation_sha256: sha256('example of the proof: attestation'),
        register_head: sha256(headBytes(REGISTER_HEAD)),
        documents_sha256: ['terms', 'risks']
          .map((name) => sha256(`example of the proof: ${name}`))
          .toSorted(),
      },
    ],
    audit_head: sha256(headBytes(AUDIT_HEAD)),
    previous_hash: null,
  }
  const bytes = snapshotBytes(unsigned)
  return {
    file: {
      version: 2,
      snapshot: { ...unsigned, signature: toHex(sign(null, bytes, key)) },
      key: toHex(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES)),
      opening: { account: ACCOUNT, keys: [{ symbol: SYMBOL, key: HOLDER_KEY }] },
      leaves: proven.map(({ leaf, path }) => ({
        symbol: SYMBOL,
        units: formatUnits(leaf.units),
        nonce: leaf.nonce,
        path,
      })),
    },
    message: toHex(messageOf(0)),
    steps: proven.map(({ steps }) => steps),
    signed: new TextDecoder().decode(bytes),
    hash: sha256(bytes),
    seed: SEED,
  }
}

/** The example as `docs/proof-example.json`. */
export const renderExampleFile = ({ file }: Example): string => `${JSON.stringify(file, null, 2)}\n`

const block = (title: string, ...lines: string[]): string =>
  [title, '', '```text', ...lines, '```'].join('\n')

/** The section of `docs/proof-format.md` with every intermediate value. */
export function renderExampleSection({ file, message, steps, signed, hash, seed }: Example): string {
  const { snapshot, key, opening, leaves } = file
  const [first = [], second = []] = steps
  const show = ({ bytes, hash: made, units, side }: Step, at: number) =>
    block(
      at === 0 ? '**Leaf 0**, bytes and hash:' : `**Step ${at}**, sibling on the ${side}, bytes and hash:`,
      bytes,
      made,
      `sum ${units} millionths`,
    )
  const [otherLeaf] = second
  const position = second.reduce((sum, { side }, at) => sum + (side === 'left' ? 2 ** (at - 1) : 0), 0)
  return [
    block(
      '**Nonce** of leaf 0: the key of the holder, the bytes that are signed with it, and their HMAC-SHA-256:',
      opening.keys[0]?.key ?? '',
      message,
      leaves[0]?.nonce ?? '',
    ),
    ...first.map(show),
    'The last hash is the root of the snapshot, the last sum its units in issue.',
    block(
      `**Leaf 1**, nonce, bytes and hash. Its path, in the file, leads to the same root from position ${position}:`,
      leaves[1]?.nonce ?? '',
      otherLeaf?.bytes ?? '',
      otherLeaf?.hash ?? '',
      `sum ${otherLeaf?.units} millionths`,
    ),
    block(
      '**Head of the register** with its nonce, the bytes of the commitment, and their hash, which is `register_head`:',
      REGISTER_HEAD,
      toHex(headBytes(REGISTER_HEAD)),
      snapshot.series[0]?.register_head ?? '',
    ),
    block('**Head of the audit log** with its nonce, and the commitment:', AUDIT_HEAD, snapshot.audit_head),
    block(
      '**Signed bytes** of the snapshot, their SHA-256 and the signature:',
      signed,
      hash,
      snapshot.signature,
    ),
    block('**Key**: the 32 bytes of the secret, and the public key:', seed, key),
  ].join('\n\n')
}
