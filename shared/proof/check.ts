/** Checks a holder's proof of inclusion against a snapshot: every step with its values, and what fails by name. */
import { sha256 } from '#shared/sha256'
import { addUnits, printUnits, readUnits } from './bytes.ts'
import { hashSnapshot, isSignedBy, type Snapshot, type SnapshotSeries } from './snapshot.ts'
import { leafBytes, nodeBytes, type SumNode } from './tree.ts'

export interface PathStep {
  /** The side of the sibling. */
  side: 'left' | 'right'
  hash: string
  /** Sum below the sibling, six decimals. */
  units: string
}

export interface ProofLeaf {
  symbol: string
  units: string
  nonce: string
  /** From the leaf up. */
  path: readonly PathStep[]
}

/** The file that a holder gets: complete for a check without a network. */
export interface ProofFile {
  snapshot: Snapshot
  /** Public key, hexadecimal. */
  key: string
  leaves: readonly ProofLeaf[]
}

/** What a check can find, in the order of the checks. */
export type Finding =
  | 'key'
  | 'signature'
  | 'chain'
  | 'series'
  | 'units'
  | 'path'
  | 'root'
  | 'sum'
  | 'duplicate'
  | 'backing'
  | 'attestation'
  | 'file'

export interface CheckResult {
  finding: Finding
  ok: boolean
  /** What was compared, as a sentence. */
  text: string
  /** The series it is about. */
  symbol?: string
  /** From a leaf to the root: hash and sum after each step. */
  steps?: readonly { hash: string; units: string }[]
}

/** Follows the path of a leaf. Throws a RangeError when a value is none of the format. */
async function climb({ path, ...leaf }: ProofLeaf): Promise<{ steps: SumNode[]; position: bigint }> {
  const units = readUnits(leaf.units)
  let node: SumNode = { hash: await sha256(leafBytes({ ...leaf, units })), units }
  const steps = [node]
  let position = 0n
  for (const [level, sibling] of path.entries()) {
    const other: SumNode = { hash: sibling.hash, units: readUnits(sibling.units) }
    const [left, right] = sibling.side === 'left' ? [other, node] : [node, other]
    node = { hash: await sha256(nodeBytes(left, right)), units: addUnits(left.units, right.units) }
    steps.push(node)
    if (sibling.side === 'left') position += 1n << BigInt(level)
  }
  return { steps, position }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function checkLeaf(leaf: ProofLeaf, series: SnapshotSeries, seen: Set<string>): Promise<CheckResult> {
  const { symbol } = leaf
  const fail = (finding: Finding, text: string): CheckResult => ({ finding, ok: false, text, symbol })
  if (2 ** leaf.path.length !== series.leaves)
    return fail(
      'path',
      `The path has ${leaf.path.length} steps; a tree of ${series.leaves} leaves has others.`,
    )
  let climbed: Awaited<ReturnType<typeof climb>>
  try {
    climbed = await climb(leaf)
  } catch (error) {
    return fail('units', `A value of the path is not valid: ${wordsOf(error)}.`)
  }
  const { steps, position } = climbed
  const top = steps.at(-1) as SumNode
  const shown = steps.map(({ hash, units }) => ({ hash, units: printUnits(units) }))
  if (top.hash !== series.root)
    return {
      ...fail('root', `The path ends in ${top.hash}, the published root is ${series.root}.`),
      steps: shown,
    }
  if (printUnits(top.units) !== series.units_in_issue)
    return {
      ...fail(
        'sum',
        `The path sums to ${printUnits(top.units)} units, published are ${series.units_in_issue}.`,
      ),
      steps: shown,
    }
  const place = `${symbol} ${position}`
  if (seen.has(place))
    return {
      ...fail('duplicate', `Leaf ${position} stands in the file twice: it counts once.`),
      steps: shown,
    }
  seen.add(place)
  return {
    finding: 'root',
    ok: true,
    symbol,
    text: `${leaf.units} units of ${symbol} are in leaf ${position}; ${leaf.path.length} steps lead to the published root and sum.`,
    steps: shown,
  }
}

/** Whether the published units in issue are covered by the units held. */
function checkBacking({ symbol, units_in_issue, units_held }: SnapshotSeries): CheckResult {
  let ok: boolean
  try {
    ok = readUnits(units_in_issue) <= readUnits(units_held)
  } catch (error) {
    return {
      finding: 'units',
      ok: false,
      text: `A value of ${symbol} is not valid: ${wordsOf(error)}.`,
      symbol,
    }
  }
  const text = `${symbol}: ${units_in_issue} units in issue, ${units_held} units held.`
  return { finding: 'backing', ok, text: ok ? text : `${text} More are in issue than are held.`, symbol }
}

/**
 * Checks a snapshot: key, signature, its place after the one before, and units in issue against units held.
 *
 * `known.key` is the key that the platform publishes and `known.previous` the snapshot before, where they are at hand.
 */
export async function checkSnapshot(
  snapshot: Snapshot,
  key: string,
  known: { key?: string; previous?: Snapshot } = {},
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  if (known.key !== undefined)
    results.push({
      finding: 'key',
      ok: known.key === key,
      text:
        known.key === key
          ? 'The key is the published one.'
          : `The key is not the published one, ${known.key}.`,
    })
  const isSigned = await isSignedBy(snapshot, key)
  results.push({
    finding: 'signature',
    ok: isSigned,
    text: isSigned
      ? `The signature of snapshot ${snapshot.id} is valid.`
      : `Snapshot ${snapshot.id} is not signed with this key.`,
  })
  if (known.previous) {
    const before = await hashSnapshot(known.previous)
    const ok = snapshot.previous_hash === before
    results.push({
      finding: 'chain',
      ok,
      text: ok
        ? `It names snapshot ${known.previous.id} as the one before it.`
        : `It names ${snapshot.previous_hash ?? 'none'} as the snapshot before it; the hash of ${known.previous.id} is ${before}.`,
    })
  }
  return [...results, ...snapshot.series.map(checkBacking)]
}

/** Units of each series that the leaves of a file add up to, six decimals. */
export function sumLeaves(leaves: readonly ProofLeaf[]): Map<string, string> {
  const sums = new Map<string, bigint>()
  for (const { symbol, units } of leaves) sums.set(symbol, (sums.get(symbol) ?? 0n) + readUnits(units))
  return new Map([...sums].map(([symbol, sum]) => [symbol, printUnits(sum)]))
}

/** Checks a whole file; the holder's units are counted when every result is `ok`. */
export async function checkProof(
  file: ProofFile,
  known: { key?: string; previous?: Snapshot } = {},
): Promise<CheckResult[]> {
  const results = await checkSnapshot(file.snapshot, file.key, known)
  const seen = new Set<string>()
  for (const leaf of file.leaves) {
    const series = file.snapshot.series.find(({ symbol }) => symbol === leaf.symbol)
    results.push(
      series
        ? await checkLeaf(leaf, series, seen)
        : {
            finding: 'series',
            ok: false,
            text: `The snapshot has no series ${leaf.symbol}.`,
            symbol: leaf.symbol,
          },
    )
  }
  return results
}

/**
 * Checks that a file, by its SHA-256, is the attestation of one of the series of a snapshot. The snapshot itself is
 * checked by {@link checkSnapshot}.
 */
export function checkAttestation(snapshot: Snapshot, sha256: string): CheckResult {
  const series = snapshot.series.find(({ attestation_sha256 }) => attestation_sha256 === sha256)
  return series
    ? {
        finding: 'attestation',
        ok: true,
        symbol: series.symbol,
        text: `The file is the attestation of ${series.symbol} that snapshot ${snapshot.id} names.`,
      }
    : {
        finding: 'attestation',
        ok: false,
        text: `Snapshot ${snapshot.id} names no attestation with the SHA-256 ${sha256}.`,
      }
}
