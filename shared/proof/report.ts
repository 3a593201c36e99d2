/** The checks of a proof as a reader sees them: a verdict, each check by name, each step with its values. */
import { printUnits, readUnits } from './bytes.ts'
import {
  type CheckResult,
  checkProof,
  checkSnapshot,
  type Finding,
  type ProofFile,
  type ProofLeaf,
  sumLeaves,
} from './check.ts'
import type { Snapshot } from './snapshot.ts'

export interface CheckLine {
  name: string
  /** `open`: what it takes is not at hand. */
  state: 'holds' | 'fails' | 'open'
  text: string
}

/** One step from a leaf to the root: the sibling, and hash and sum with it. The first one is the leaf alone. */
export interface ReportStep {
  sibling: { side: 'left' | 'right'; hash: string; units: string } | null
  hash: string
  /** Sum below this node, six decimals. */
  units: string
  /** Of the units in issue, 0 to 1. */
  share: number
}

export interface LeafReport {
  symbol: string
  units: string
  isCounted: boolean
  text: string
  steps: ReportStep[]
}

export interface ProofReport {
  isProven: boolean
  title: string
  text: string
  checks: CheckLine[]
  leaves: LeafReport[]
}

/** What a checker knows beside the file. */
export interface Known {
  /** The published public key. */
  key?: string | undefined
  previous?: Snapshot | undefined
  /** The series to report on; all of the file without it. */
  symbol?: string | undefined
  /** Units that the reader's register shows at the moment of the snapshot, in `symbol`. */
  units?: string | undefined
}

export const findingNames: Record<Finding, string> = {
  key: 'Published key',
  signature: 'Signature',
  chain: 'Chain of snapshots',
  backing: 'Units held',
  series: 'Series',
  path: 'Length of the path',
  units: 'Values',
  root: 'Root',
  sum: 'Sum',
  duplicate: 'Counted once',
  attestation: 'Attestation',
  file: 'Issued file',
}

const ofKnown = ({ key, previous }: Known) => ({
  ...(key !== undefined && { key }),
  ...(previous !== undefined && { previous }),
})

/** `7207.5` as `7,207.5`. */
export const groupUnits = (units: string): string => units.replace(/\B(?=(\d{3})+(?=\.))/g, ',')

const toLine = ({ finding, ok, text }: CheckResult): CheckLine => ({
  name: findingNames[finding],
  state: ok ? 'holds' : 'fails',
  text,
})

/** The lines of checks that were made; series whose units are all held share one line. */
function linesOf(results: readonly CheckResult[]): CheckLine[] {
  const isHeld = ({ finding, ok }: CheckResult) => finding === 'backing' && ok
  const held = results.filter(isHeld)
  if (held.length < 2) return results.map(toLine)
  const text = `In ${held.length} series, units in issue are at most the units held.`
  return [
    ...results.filter((result) => !isHeld(result)).map(toLine),
    { name: findingNames.backing, state: 'holds', text },
  ]
}

/** The checks that could not be made, so that nobody takes them for made. */
function openChecks(snapshot: Snapshot, key: string, known: Known): CheckLine[] {
  const open = (finding: Finding, text: string): CheckLine => ({
    name: findingNames[finding],
    state: 'open',
    text,
  })
  return [
    ...(known.key === undefined
      ? [open('key', `Not checked here. The file names ${key}: compare it with the key that is published.`)]
      : []),
    ...(known.previous === undefined
      ? [
          open(
            'chain',
            snapshot.previous_hash === null
              ? 'Nothing to check: it names no snapshot before it, so it has to be the first.'
              : `Not checked here. It names ${snapshot.previous_hash} as the snapshot before it.`,
          ),
        ]
      : []),
  ]
}

const order: readonly string[] = Object.values(findingNames)
const inOrder = (lines: CheckLine[]): CheckLine[] =>
  lines.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))

const MOST_DIGITS = 1_000_000n
/** A part of a whole as a number from 0 to 1; 0 for text that is no number of units. */
function shareOf(units: string, whole: string): number {
  try {
    const total = readUnits(whole)
    const share = total === 0n ? 0n : (readUnits(units) * MOST_DIGITS) / total
    return Math.min(1, Number(share) / Number(MOST_DIGITS))
  } catch {
    return 0
  }
}

function describeLeaf(leaf: ProofLeaf, result: CheckResult, whole: string): LeafReport {
  const steps = (result.steps ?? []).map(({ hash, units }, at) => ({
    sibling: at === 0 ? null : (leaf.path[at - 1] ?? null),
    hash,
    units,
    share: shareOf(units, whole),
  }))
  return { symbol: leaf.symbol, units: leaf.units, isCounted: result.ok, text: result.text, steps }
}

function checkUnits(symbol: string, sum: string, units: string): CheckLine {
  return sum === units
    ? {
        name: 'Your units',
        state: 'holds',
        text: `The leaves add up to ${groupUnits(sum)} units of ${symbol}, as your entries in the register do.`,
      }
    : {
        name: 'Your units',
        state: 'fails',
        text: `The leaves add up to ${groupUnits(sum)} units of ${symbol}; your entries in the register add up to ${groupUnits(units)} at that moment.`,
      }
}

const listUnits = (leaves: readonly ProofLeaf[]): string =>
  [...sumLeaves(leaves)].map(([symbol, units]) => `${groupUnits(units)} units of ${symbol}`).join(', ')

/** The verdict on what is in order, but signed with a key of which only the file says whose it is. */
const unknownKey = {
  title: 'Signed with a key that was not compared',
  text: 'Anybody can make a file like this with a key of their own. Enter the published key below the files, or open this page where it can fetch that key.',
}

function judge(
  file: ProofFile,
  mine: readonly ProofLeaf[],
  failed: readonly CheckResult[],
  { units, hasKey }: { units: CheckLine | undefined; hasKey: boolean },
): Pick<ProofReport, 'isProven' | 'title' | 'text'> {
  const [first] = failed.filter(({ finding }) => finding !== 'backing')
  if (first)
    return {
      isProven: false,
      title: 'The proof does not hold',
      text: `${findingNames[first.finding]}: ${first.text}`,
    }
  if (units?.state === 'fails') return { isProven: false, title: 'The units do not agree', text: units.text }
  if (mine.length === 0)
    return {
      isProven: false,
      title: 'No units of yours are in it',
      text: `Snapshot ${file.snapshot.id} is in order, but the file has no leaf with units of yours.`,
    }
  if (!hasKey) return { isProven: false, ...unknownKey }
  const counted = `${listUnits(mine)}: part of the total that was signed in snapshot ${file.snapshot.id}.`
  const [backing] = failed
  return backing
    ? { isProven: false, title: 'Your units are counted, but not all units are held', text: backing.text }
    : { isProven: true, title: 'Your units are counted', text: counted }
}

/** Checks a file and describes every check. Throws a NotSupportedError in a browser without Ed25519. */
export async function describeProof(file: ProofFile, known: Known = {}): Promise<ProofReport> {
  const isOfInterest = (symbol: string | undefined) => !known.symbol || !symbol || symbol === known.symbol
  const results = await checkProof(file, ofKnown(known))
  // The results of leaves come last, in the order of the file.
  const ofLeaves = results.slice(results.length - file.leaves.length)
  const others = results.slice(0, results.length - file.leaves.length)
  const leaves = file.leaves.flatMap((leaf, at) => {
    const result = ofLeaves[at]
    return result && isOfInterest(leaf.symbol) ? [{ leaf, result }] : []
  })
  const wholeOf = (symbol: string) =>
    file.snapshot.series.find((series) => series.symbol === symbol)?.units_in_issue ?? ''
  const mine = leaves.map(({ leaf }) => leaf)
  const shown = others.filter(({ symbol }) => isOfInterest(symbol))
  const failed = [...shown, ...leaves.map(({ result }) => result)].filter(({ ok }) => !ok)
  const areReadable = leaves.every(({ result }) => result.ok)
  const units =
    known.symbol && known.units !== undefined && areReadable
      ? checkUnits(
          known.symbol,
          mine.length > 0 ? (sumLeaves(mine).get(known.symbol) ?? printUnits(0n)) : printUnits(0n),
          known.units,
        )
      : undefined
  return {
    ...judge(file, mine, failed, { units, hasKey: known.key !== undefined }),
    checks: [
      ...inOrder([...linesOf(shown), ...openChecks(file.snapshot, file.key, known)]),
      ...(units ? [units] : []),
    ],
    leaves: leaves.map(({ leaf, result }) => describeLeaf(leaf, result, wholeOf(leaf.symbol))),
  }
}

/** Checks a snapshot alone, against a key. */
export async function describeSnapshot(
  snapshot: Snapshot,
  key: string,
  known: Known = {},
): Promise<ProofReport> {
  const results = await checkSnapshot(snapshot, key, ofKnown(known))
  const failed = results.find(({ ok }) => !ok)
  const checks = inOrder([...linesOf(results), ...openChecks(snapshot, key, known)])
  if (!failed && known.key === undefined) return { isProven: false, ...unknownKey, checks, leaves: [] }
  return {
    isProven: !failed,
    title: failed ? 'The snapshot does not hold' : 'The snapshot is in order',
    text: failed
      ? `${findingNames[failed.finding]}: ${failed.text}`
      : `Snapshot ${snapshot.id} is signed, and no series has more units in issue than are held.`,
    checks,
    leaves: [],
  }
}
