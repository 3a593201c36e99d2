/** A snapshot of one small register and the proof of one holder, for tests of checkers. */
import { sha256, toHex } from '#shared/sha256'
import { formatUnits, parseUnits } from './byte-encoding.ts'
import type { ProofFile } from './check-inclusion-proof.ts'
import type { PathStep } from './check-merkle-path.ts'
import { computeCommitment } from './head-commitment.ts'
import { computeNonce } from './leaf-nonce.ts'
import { LEAVES_MIN, leafBytes, nodeBytes, type SumNode } from './merkle-sum-tree.ts'
import { type Snapshot, snapshotBytes } from './snapshot.ts'

const random = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)))

export interface Signer {
  key: string
  sign(snapshot: Omit<Snapshot, 'signature'>): Promise<Snapshot>
  /** A signature over any bytes, hexadecimal. */
  signBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string>
}

export async function createSigner(): Promise<Signer> {
  const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const signBytes = async (bytes: Uint8Array<ArrayBuffer>) =>
    toHex(new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, bytes)))
  return {
    signBytes,
    key: toHex(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))),
    sign: async (snapshot) => ({ ...snapshot, signature: await signBytes(snapshotBytes(snapshot)) }),
  }
}

export interface ProofOptions {
  symbol?: string
  /** Units of the holder's leaves; other holders' leaves follow them in the tree. */
  mine?: readonly string[]
  others?: readonly string[]
  held?: string
  id?: string
  date?: string
  previous_hash?: string | null
  attestation?: string | null
  /** SHA-256 of the documents; omitted for a snapshot from before documents were included. */
  documents?: readonly string[]
  signer?: Signer
  /** The number of the holder's account. */
  account?: string
  /** Leaves of the tree. */
  leaves?: number
}

export interface CreatedProof extends ProofFile {
  signer: Signer
  /** The file as the holder gets it. */
  file: ProofFile
  /** Nonce and head of the series register, and of the audit log. */
  registerHead: string
  auditHead: string
}

/** Creates a valid proof. */
export async function createProof({
  symbol = '$GOLD',
  mine = ['12.500000', '7.250000'],
  others = ['100.000000', '30.250000'],
  held = '1000.000000',
  id = '2026-11-22',
  date = `${id.slice(0, 10)}T00:05:00.000Z`,
  previous_hash = null,
  attestation = null,
  documents,
  signer,
  account = 'A-000123',
  leaves: size = LEAVES_MIN,
}: ProofOptions = {}): Promise<CreatedProof> {
  const keys = signer ?? (await createSigner())
  const units = [...mine, ...others].map(parseUnits)
  const holderKey = random()
  const leaves = await Promise.all(
    Array.from({ length: size }, async (_, number) => ({
      symbol,
      nonce:
        number < mine.length
          ? await computeNonce(holderKey, { account, snapshot: id, symbol, number })
          : random(),
      units: units[number] ?? 0n,
    })),
  )
  const levels: SumNode[][] = [
    await Promise.all(
      leaves.map(async (leaf) => ({ hash: await sha256(leafBytes(leaf)), units: leaf.units })),
    ),
  ]
  for (let below = levels[0] ?? []; below.length > 1; ) {
    const above: SumNode[] = []
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = [below[at], below[at + 1]] as [SumNode, SumNode]
      above.push({ hash: await sha256(nodeBytes(left, right)), units: left.units + right.units })
    }
    levels.push(above)
    below = above
  }
  const pathOf = (position: number): PathStep[] =>
    levels.slice(0, -1).map((level, height) => {
      const place = Math.floor(position / 2 ** height)
      const sibling = level[place ^ 1] as SumNode
      return {
        side: place % 2 === 1 ? 'left' : 'right',
        hash: sibling.hash,
        units: formatUnits(sibling.units),
      }
    })
  const root = levels.at(-1)?.[0] as SumNode
  const [registerHead, auditHead] = [random() + random(), random() + random()]
  const snapshot = await keys.sign({
    id,
    date,
    series: [
      {
        symbol,
        root: root.hash,
        units_in_issue: formatUnits(root.units),
        units_held: held,
        leaves: size,
        attestation_sha256: attestation,
        register_head: await computeCommitment(registerHead),
        ...(documents && { documents_sha256: documents }),
      },
    ],
    audit_head: await computeCommitment(auditHead),
    previous_hash,
  })
  const proven = mine.map((amount, at) => ({
    symbol,
    units: amount,
    nonce: leaves[at]?.nonce ?? '',
    path: pathOf(at),
  }))
  const file: ProofFile = {
    version: 2,
    snapshot,
    key: keys.key,
    opening: { account, keys: [{ symbol, key: holderKey }] },
    leaves: proven,
  }
  return { ...file, signer: keys, file, registerHead, auditHead }
}
