/**
 * The forgeries that every checker must reject, each with the failing checks in order. All are of a proof of 12.5 and
 * 7.25 units.
 */
import type { ProofFile } from './check-inclusion-proof.ts'
import type { ProofLeaf } from './check-merkle-path.ts'
import type { CheckName } from './check-result.ts'
import type { Opening } from './leaf-nonce.ts'
import { hashSnapshot, type Snapshot } from './snapshot.ts'
import { createProof, createSigner, type ProofOptions } from './test-proof.ts'

export interface ForgedProof {
  file: ProofFile
  /** The key published by the platform. */
  key: string
  /** The previously published snapshot. */
  before: Snapshot
}

export interface Forgery {
  name: string
  fails: readonly [CheckName, ...CheckName[]]
  forge: () => Promise<ForgedProof>
}

type Given = ForgedProof & { sign: (snapshot: Omit<Snapshot, 'signature'>) => Promise<Snapshot> }

const DOCUMENTS = ['1'.repeat(64), '2'.repeat(64)]

/** A valid proof, with what it is checked against. */
export async function createValidProof(): Promise<Given> {
  const before = await createProof({ id: '2026-11-21' })
  const { signer, file, key } = await createProof({
    signer: before.signer,
    documents: DOCUMENTS,
    previous_hash: await hashSnapshot(before.snapshot),
  })
  return { file, key, before: before.snapshot, sign: signer.sign }
}

/** Changes the first leaf. */
const withLeaf = (file: ProofFile, change: (leaf: ProofLeaf) => Partial<ProofLeaf>): ProofFile => ({
  ...file,
  leaves: file.leaves.map((leaf, at) => (at === 0 ? { ...leaf, ...change(leaf) } : leaf)),
})

/** Changes the only series of a snapshot and re-signs it. */
async function withSeries(
  { file, sign }: Pick<Given, 'file' | 'sign'>,
  change: Partial<Snapshot['series'][number]>,
): Promise<ProofFile> {
  const { signature: _, ...unsigned } = file.snapshot
  const series = unsigned.series.map((one) => ({ ...one, ...change }))
  return { ...file, snapshot: await sign({ ...unsigned, series }) }
}

/** Renames the only series throughout a file. */
async function withSymbol(given: Given, symbol: string): Promise<ProofFile> {
  const file = await withSeries(given, { symbol })
  const { leaves, opening } = file
  return {
    ...file,
    leaves: leaves.map((leaf) => ({ ...leaf, symbol })),
    opening: { ...opening, keys: opening.keys.map((each) => ({ ...each, symbol })) },
  }
}

const forgery = (
  name: string,
  fails: Forgery['fails'],
  change: (given: Given) => ProofFile | Promise<ProofFile>,
): Forgery => ({
  name,
  fails,
  forge: async () => {
    const { sign, ...given } = await createValidProof()
    return { ...given, file: await change({ ...given, sign }) }
  },
})

/** Replaces the given proof with another one, signed with the same key. */
async function remake({ file, sign, before }: Given, options: ProofOptions): Promise<ProofFile> {
  const made = await createProof({ previous_hash: await hashSnapshot(before), ...options })
  return { ...made.file, key: file.key, snapshot: await sign(made.snapshot) }
}

const ROOT = '0'.repeat(64)
/** With a key of small order, a signature valid for many messages: the neutral point and the number 0. */
export const SIGNATURE_OF_ANYTHING = `01${'00'.repeat(63)}`
export const smallOrderKeys = [
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  // 1 in another spelling: with the field prime added, and with the sign of a zero.
  `ee${'ff'.repeat(30)}7f`,
  `01${'00'.repeat(30)}80`,
]
/** The order of the Ed25519 group: with it added, the second half of a signature is the same number. */
const GROUP = 2n ** 252n + 27742317777372353535851937790883648493n
const HALF = 64
const reverse = (hex: string): string => hex.match(/../g)?.reverse().join('') ?? ''
const withGroupOrder = (signature: string): string => {
  const number = BigInt(`0x${reverse(signature.slice(HALF))}`) + GROUP
  return signature.slice(0, HALF) + reverse(number.toString(16).padStart(HALF, '0'))
}

const withOpening = (file: ProofFile, change: Partial<Opening>): ProofFile => ({
  ...file,
  opening: { ...file.opening, ...change },
})

export const forgeries: readonly Forgery[] = [
  forgery('one unit of one holder more', ['root'], ({ file }) =>
    withLeaf(file, () => ({ units: '13.500000' })),
  ),
  forgery('another nonce', ['root'], ({ file }) => withLeaf(file, () => ({ nonce: ROOT }))),
  forgery('another sum of a neighbor', ['root'], ({ file }) =>
    withLeaf(file, ({ path }) => ({
      path: path.map((step, at) => (at === 3 ? { ...step, units: '1.000000' } : step)),
    })),
  ),
  forgery('a neighbor on the other side', ['root'], ({ file }) =>
    withLeaf(file, ({ path }) => ({
      path: path.map((step, at) => (at === 0 ? { ...step, side: 'left' } : step)),
    })),
  ),
  forgery('a holder dropped from the tree', ['root', 'root'], async ({ file, sign, before }) => {
    const without = await createProof({ mine: [], previous_hash: await hashSnapshot(before) })
    return { ...file, snapshot: await sign(without.snapshot) }
  }),
  forgery('another root, signed', ['root', 'root'], (given) => withSeries(given, { root: ROOT })),
  forgery('another root, not signed', ['signature', 'root', 'root'], ({ file }) => ({
    ...file,
    snapshot: { ...file.snapshot, series: file.snapshot.series.map((one) => ({ ...one, root: ROOT })) },
  })),
  forgery('a snapshot signed with a key of its own', ['key'], async ({ file }) => {
    const other = await createSigner()
    return { ...file, snapshot: await other.sign(file.snapshot), key: other.key }
  }),
  forgery('a snapshot signed with another key than it names', ['signature'], async ({ file }) => ({
    ...file,
    snapshot: await (await createSigner()).sign(file.snapshot),
  })),
  forgery('a key that is none', ['key'], ({ file }) => ({ ...file, key: 'ff' })),
  forgery('a key in capitals', ['key'], ({ file }) => ({ ...file, key: file.key.toUpperCase() })),
  ...smallOrderKeys.map((key) =>
    forgery(`a key of small order, ${key.slice(0, 4)}…${key.slice(-2)}`, ['key'], ({ file }) => ({
      ...file,
      snapshot: { ...file.snapshot, signature: SIGNATURE_OF_ANYTHING },
      key,
    })),
  ),
  forgery('a signature in capitals', ['signature'], ({ file }) => ({
    ...file,
    snapshot: { ...file.snapshot, signature: file.snapshot.signature.toUpperCase() },
  })),
  forgery('a signature whose number is written the other way', ['signature'], ({ file }) => ({
    ...file,
    snapshot: { ...file.snapshot, signature: withGroupOrder(file.snapshot.signature) },
  })),
  forgery(
    'a snapshot with a number that cannot come next',
    ['chain', 'opening', 'opening'],
    async ({ file, sign }) => ({
      ...file,
      snapshot: await sign({ ...file.snapshot, id: '2026-11-22.2' }),
    }),
  ),
  {
    // Each pair of such a chain would fit: 2026-11-22.1, 2026-11-22, 2026-11-22.1, 2026-11-22.
    name: 'the snapshot of the day after one on command',
    fails: ['chain'],
    forge: async () => {
      const before = await createProof({ id: '2026-11-22.1', date: '2026-11-22T00:04:00.000Z' })
      const previous_hash = await hashSnapshot(before.snapshot)
      const { file, key } = await createProof({ signer: before.signer, previous_hash })
      return { file, key, before: before.snapshot }
    },
  },
  forgery('another account', ['opening', 'opening'], ({ file }) =>
    withOpening(file, { account: 'A-000124' }),
  ),
  forgery('another key of the holder', ['opening', 'opening'], ({ file }) =>
    withOpening(file, { keys: [{ symbol: '$GOLD', key: ROOT }] }),
  ),
  forgery('a key of the holder that is too short', ['opening', 'opening'], ({ file }) =>
    withOpening(file, { keys: [{ symbol: '$GOLD', key: 'ab' }] }),
  ),
  // HMAC treats a key followed by zeros as the same key.
  forgery('a key of the holder with a zero after it', ['opening', 'opening'], ({ file }) =>
    withOpening(file, {
      keys: file.opening.keys.map(({ symbol, key }) => ({ symbol, key: `${key}00` })),
    }),
  ),
  forgery('no key of the holder', ['opening', 'opening'], ({ file }) => withOpening(file, { keys: [] })),
  forgery('leaves in another order than their numbers', ['opening', 'opening'], ({ file }) => ({
    ...file,
    leaves: file.leaves.toReversed(),
  })),
  forgery('the leaf of another holder of as many units', ['opening'], async ({ file, sign, before }) => {
    const other = await createProof({ previous_hash: await hashSnapshot(before), account: 'A-000999' })
    return {
      ...file,
      snapshot: await sign(other.snapshot),
      leaves: other.leaves.slice(0, 1),
    }
  }),
  forgery('another moment', ['signature'], ({ file }) => ({
    ...file,
    snapshot: { ...file.snapshot, date: '2026-11-22T00:06:00.000Z' },
  })),
  forgery('a chain to another snapshot', ['chain'], async ({ file, sign }) => ({
    ...file,
    snapshot: await sign({ ...file.snapshot, previous_hash: 'c'.repeat(64) }),
  })),
  forgery('a chain that begins anew', ['chain'], async ({ file, sign }) => ({
    ...file,
    snapshot: await sign({ ...file.snapshot, previous_hash: null }),
  })),
  forgery('fewer units in issue than the tree has', ['sum', 'sum'], (given) =>
    withSeries(given, { units_in_issue: '149.999999' }),
  ),
  forgery('more units in issue than held', ['backing'], (given) =>
    withSeries(given, { units_held: '149.999999' }),
  ),
  forgery('units in issue without six decimals', ['units', 'sum', 'sum'], (given) =>
    withSeries(given, { units_in_issue: '150.0' }),
  ),
  forgery('a leaf of another series', ['series', 'opening'], ({ file }) =>
    withLeaf(file, () => ({ symbol: '$TIN' })),
  ),
  forgery('a leaf twice', ['duplicate'], ({ file }) => ({
    ...file,
    leaves: [...file.leaves, ...file.leaves.slice(0, 1)],
  })),
  forgery('a node in place of a leaf', ['path'], ({ file }) =>
    withLeaf(file, ({ path }) => ({ path: path.slice(1) })),
  ),
  forgery('units below zero', ['units'], ({ file }) => withLeaf(file, () => ({ units: '-1.000000' }))),
  forgery('units in another spelling', ['units'], ({ file }) =>
    withLeaf(file, () => ({ units: '012.500000' })),
  ),
  forgery('a nonce that is too short', ['units'], ({ file }) => withLeaf(file, () => ({ nonce: 'ab' }))),
  forgery('a hash in capitals', ['units'], ({ file }) =>
    withLeaf(file, ({ path }) => ({
      path: path.map((step, at) =>
        at === 9 ? { ...step, hash: step.hash.toUpperCase().replace(/^./, 'A') } : step,
      ),
    })),
  ),
  forgery('a hash that is too long', ['units'], ({ file }) =>
    withLeaf(file, ({ path }) => ({
      path: path.map((step, at) => (at === 9 ? { ...step, hash: `${step.hash}00` } : step)),
    })),
  ),
  forgery('a symbol of no bytes', ['units', 'units', 'units'], (given) => withSymbol(given, '')),
  forgery('a leaf of no units', ['units'], (given) => remake(given, { mine: ['19.750000', '0.000000'] })),
  ...[1, 2, 512].map((leaves) =>
    forgery(`a tree of ${leaves} leaves`, ['units'], (given) =>
      remake(given, { mine: ['19.750000'], others: [], leaves }),
    ),
  ),
  forgery('leaves that are no power of two', ['units', 'path', 'path'], (given) =>
    withSeries(given, { leaves: 1025 }),
  ),
  forgery('a root that is no hash', ['units', 'root', 'root'], (given) => withSeries(given, { root: 'zz' })),
  forgery('an attestation that is no hash', ['units'], (given) =>
    withSeries(given, { attestation_sha256: 'zz' }),
  ),
  forgery('an empty attestation', ['units'], (given) => withSeries(given, { attestation_sha256: '' })),
  forgery('another document, not signed', ['signature'], ({ file }) => ({
    ...file,
    snapshot: {
      ...file.snapshot,
      series: file.snapshot.series.map((one) => ({ ...one, documents_sha256: ['1'.repeat(64)] })),
    },
  })),
  forgery('the documents left out, not signed', ['signature'], ({ file }) => ({
    ...file,
    snapshot: {
      ...file.snapshot,
      series: file.snapshot.series.map(({ documents_sha256: _, ...one }) => one),
    },
  })),
  forgery('documents in another order', ['units'], (given) =>
    withSeries(given, { documents_sha256: DOCUMENTS.toReversed() }),
  ),
  forgery('a document twice', ['units'], (given) => withSeries(given, { documents_sha256: [ROOT, ROOT] })),
  forgery('a document that is no hash', ['units'], (given) =>
    withSeries(given, { documents_sha256: ['A'.repeat(64)] }),
  ),
  forgery('a head of the register that is no hash', ['units'], (given) =>
    withSeries(given, { register_head: 'A'.repeat(64) }),
  ),
  forgery('a head of the audit log that is no hash', ['units'], async ({ file, sign }) => ({
    ...file,
    snapshot: await sign({ ...file.snapshot, audit_head: 'zz' }),
  })),
  forgery('a hash of the snapshot before that is none', ['chain', 'units'], async ({ file, sign }) => ({
    ...file,
    snapshot: await sign({ ...file.snapshot, previous_hash: 'zz' }),
  })),
  forgery('more units held than the format holds', ['units'], (given) =>
    withSeries(given, { units_held: '9223372036854.775808' }),
  ),
  forgery('a symbol of 256 bytes', ['units', 'units', 'units'], (given) =>
    withSymbol(given, `$${'A'.repeat(255)}`),
  ),
  forgery('more units than the format holds', ['units'], ({ file }) =>
    withLeaf(file, () => ({ units: '9223372036854.775808' })),
  ),
  forgery('a last sum above what the format holds', ['units'], ({ file }) =>
    withLeaf(file, ({ path }) => ({
      path: path.map((step, at) => (at === 9 ? { ...step, units: '9223372036854.775807' } : step)),
    })),
  ),
]
