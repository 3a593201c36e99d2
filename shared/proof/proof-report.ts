/** The checks of a proof as shown to a reader: a verdict, each check by name, each step with its values. */
import { formatUnitsWithSeparators, parseUnits } from './byte-encoding.ts'
import { checkInclusionProof, type ProofFile, sumLeaves } from './check-inclusion-proof.ts'
import type { ProofLeaf } from './check-merkle-path.ts'
import type { CheckName, CheckResult } from './check-result.ts'
import { checkSnapshot, findSigner, type PublishedData } from './check-snapshot.ts'
import { describeAge, describeHolder, listUnmadeChecks } from './report-notes.ts'
import type { Snapshot } from './snapshot.ts'

/** `open`: the data needed is not available. */
export type CheckOutcome = 'holds' | 'fails' | 'open'

export interface CheckReportLine {
  name: string
  state: CheckOutcome
  text: string
}

/** One step from a leaf to the root: the sibling, and the resulting hash and sum. The first one is the leaf alone. */
export interface ReportStep {
  sibling: { side: 'left' | 'right'; hash: string; units: string } | null
  hash: string
  /** Sum below this node, six decimals. */
  units: string
  /** Fraction of the units in issue, 0 to 1. */
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
  state: CheckOutcome
  title: string
  text: string
  /** When the snapshot was taken, and which one is the latest. */
  age: string
  checks: CheckReportLine[]
  leaves: LeafReport[]
}

/** The reader's register compared with the units in a file. */
export interface RegisterComparison {
  check: CheckReportLine
  /** Note to the verdict if the units are the same. */
  title: string
  advice: string
}

/** What a page knows besides the file. */
export interface ComparisonData extends Omit<PublishedData, 'head'> {
  /** The series to report on; without it, the whole file. */
  symbol?: string | undefined
  /**
   * Compares the units with the reader's register; called if all leaves are readable. See `compare-with-register.ts`.
   */
  compareUnits?: ((leaves: readonly ProofLeaf[]) => RegisterComparison) | undefined
  /** Id of the latest published snapshot. */
  latest?: string | undefined
}

export const findingNames: Record<CheckName, string> = {
  key: 'Published key',
  days: 'Key validity',
  signature: 'Signature',
  published: 'Published snapshot',
  chain: 'Snapshot chain',
  units: 'Values',
  backing: 'Units in custody',
  head: 'Head',
  series: 'Series',
  path: 'Path length',
  root: 'Root',
  sum: 'Sum',
  duplicate: 'Duplicates',
  opening: 'Holder',
  document: 'Document',
  file: 'Signed file',
}

const toLine = ({ finding, ok, text }: CheckResult): CheckReportLine => ({
  name: findingNames[finding],
  state: ok ? 'holds' : 'fails',
  text,
})
const toOpenLine = (result: CheckResult): CheckReportLine => ({ ...toLine(result), state: 'open' })

/** The lines for completed checks; series whose units are all in custody share one line. */
function linesOf(results: readonly CheckResult[]): CheckReportLine[] {
  const isHeld = ({ finding, ok }: CheckResult) => finding === 'backing' && ok
  const held = results.filter(isHeld)
  if (held.length < 2) return results.map(toLine)
  const text = `In ${held.length} series, units in issue do not exceed units in custody.`
  return [
    ...results.filter((result) => !isHeld(result)).map(toLine),
    { name: findingNames.backing, state: 'holds', text },
  ]
}

const order: readonly string[] = Object.values(findingNames)
const inOrder = (lines: CheckReportLine[]): CheckReportLine[] =>
  lines.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))

const MOST_DIGITS = 1_000_000n
/** A part of a whole as a number from 0 to 1; 0 for text that is not a number of units. */
function shareOf(units: string, whole: string): number {
  try {
    const total = parseUnits(whole)
    const share = total === 0n ? 0n : (parseUnits(units) * MOST_DIGITS) / total
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

const listUnits = (leaves: readonly ProofLeaf[]): string =>
  [...sumLeaves(leaves)]
    .map(([symbol, units]) => `${formatUnitsWithSeparators(units)} units of ${symbol}`)
    .join(', ')

const COMPARE =
  'Compare the amount and account number with a certificate of holding or statement as of that date, because a file can omit part of your holding.'

type Verdict = Pick<ProofReport, 'state' | 'title' | 'text'>

/** What a reader can do if no keys are known. */
export const ENTER_KEY_HINT = 'Enter the published key, or also select the key list.'

/** The verdict on a proof that is valid, but signed with a key whose owner only the file states. */
const unknownKey = (why = ENTER_KEY_HINT): Verdict => ({
  state: 'open',
  title: 'Signing key not verified',
  text: `Anyone can create a file like this with their own key. ${why}`,
})

const fails = (title: string, text: string): Verdict => ({ state: 'fails', title, text })

/** The verdict on a proof without failures, including any open checks. */
function holds(title: string, text: string, open: readonly CheckResult[]): Verdict {
  if (open.length === 0) return { state: 'holds', title, text }
  const names = open.map(({ finding }) => findingNames[finding]).join(', ')
  const checks = open.length === 1 ? '1 check' : `${open.length} checks`
  return { state: 'open', title: `${title}; ${checks} not performed`, text: `${text} Not checked: ${names}.` }
}

function judge(
  file: ProofFile,
  mine: readonly ProofLeaf[],
  failed: readonly CheckResult[],
  {
    own,
    open,
    known,
  }: { own: RegisterComparison | undefined; open: readonly CheckResult[]; known: ComparisonData },
): Verdict {
  // Units in custody are no evidence against the proof.
  const [first] = failed.filter(({ finding }) => finding !== 'backing')
  if (first) return fails('Proof not valid', `${findingNames[first.finding]}: ${first.text}`)
  if (own?.check.state === 'fails') return fails('Units do not match', own.check.text)
  if (mine.length === 0)
    return fails(
      'Your units are not included',
      `Snapshot ${file.snapshot.id} is valid, but the file contains no leaf with units of yours.`,
    )
  if (!known.keys) return unknownKey(known.whyNoKeys)
  const backing = failed.find(({ finding }) => finding === 'backing')
  if (backing)
    return fails('Included, but backing is below 100%', `${backing.text} Included: ${listUnits(mine)}.`)
  const by = known.areKeysGiven ? ` with key ${file.key} from the list provided` : ''
  const counted = `${listUnits(mine)}, included in the total signed${by} in snapshot ${file.snapshot.id} for account ${file.opening.account}`
  const { title, advice } = own ?? { title: titleCounted(mine), advice: COMPARE }
  return holds(title, `${counted}. ${advice}`, open)
}

/** The latest snapshot, unless the file has its id but differs. */
const latestOf = (
  { id }: Snapshot,
  { latest }: ComparisonData,
  results: readonly CheckResult[],
): string | undefined =>
  latest !== id || results.some(({ finding, ok }) => finding === 'published' && ok) ? latest : undefined

/** Says how much is included, without claiming that it is all: only the register knows that. */
function titleCounted(mine: readonly ProofLeaf[]): string {
  const { size } = sumLeaves(mine)
  return size === 1 ? `${listUnits(mine)} included` : `Units of ${size} series included`
}

/** Checks a file and describes every check. Throws a NotSupportedError in a browser without Ed25519. */
export async function createProofReport(file: ProofFile, known: ComparisonData = {}): Promise<ProofReport> {
  const isOfInterest = (symbol: string | undefined) => !known.symbol || !symbol || symbol === known.symbol
  const results = await checkInclusionProof(file, known)
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
  const holder: CheckReportLine[] =
    areReadable && mine.length > 0
      ? [{ name: findingNames.opening, state: 'holds', text: describeHolder(file) }]
      : []
  const own = areReadable ? known.compareUnits?.(mine) : undefined
  const open = listUnmadeChecks(file.snapshot, known, file.key)
  return {
    ...judge(file, mine, failed, { own, open, known }),
    age: describeAge(file.snapshot, latestOf(file.snapshot, known, others)),
    checks: [
      ...inOrder([...linesOf(shown), ...open.map(toOpenLine), ...holder]),
      ...(own ? [own.check] : []),
    ],
    leaves: leaves.map(({ leaf, result }) => describeLeaf(leaf, result, wholeOf(leaf.symbol))),
  }
}

/** Checks a snapshot alone, which names no key, against the known keys, of which there must be at least one. */
export async function createSnapshotReport(
  snapshot: Snapshot,
  known: ComparisonData & Required<Pick<ComparisonData, 'keys'>>,
): Promise<ProofReport> {
  const key = await findSigner(snapshot, known.keys ?? [])
  const results = await checkSnapshot(snapshot, key, known)
  const open = listUnmadeChecks(snapshot, known)
  const first = results.find(({ ok }) => !ok)
  return {
    ...(first
      ? fails('Snapshot not valid', `${findingNames[first.finding]}: ${first.text}`)
      : holds(
          'Snapshot valid',
          `Snapshot ${snapshot.id} is signed, and no series has more units in issue than in custody.`,
          open,
        )),
    age: describeAge(snapshot, latestOf(snapshot, known, results)),
    checks: inOrder([...linesOf(results), ...open.map(toOpenLine)]),
    leaves: [],
  }
}
