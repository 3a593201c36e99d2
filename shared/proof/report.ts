/** The checks of a proof as a reader sees them: a verdict, each check by name, each step with its values. */
import { groupUnits, readUnits } from './bytes.ts'
import { checkProof, type ProofFile, sumLeaves } from './check.ts'
import type { ProofLeaf } from './check-leaf.ts'
import { checkSnapshot, findSigner, type Published } from './check-snapshot.ts'
import { describeAge, describeHolder, openChecks } from './notes.ts'
import type { CheckResult, Finding } from './result.ts'
import type { Snapshot } from './snapshot.ts'

/** `open`: what it takes is not at hand. */
export type CheckState = 'holds' | 'fails' | 'open'

export interface CheckLine {
  name: string
  state: CheckState
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
  state: CheckState
  title: string
  text: string
  /** When the snapshot was made, and which one is the latest. */
  age: string
  checks: CheckLine[]
  leaves: LeafReport[]
}

/** What the reader's register says of the units in a file. */
export interface OwnUnits {
  check: CheckLine
  /** Of the verdict where the units are the same. */
  title: string
  advice: string
}

/** What a page knows beside the file. */
export interface Known extends Omit<Published, 'head'> {
  /** The series to report on; all of the file without it. */
  symbol?: string | undefined
  /** Compares the units with the reader's register; called where all leaves can be read. See `own-units.ts`. */
  compareUnits?: ((leaves: readonly ProofLeaf[]) => OwnUnits) | undefined
  /** Id of the newest published snapshot. */
  latest?: string | undefined
}

export const findingNames: Record<Finding, string> = {
  key: 'Published key',
  days: 'Days of the key',
  signature: 'Signature',
  published: 'Published snapshot',
  chain: 'Chain of snapshots',
  units: 'Values',
  backing: 'Units held',
  head: 'Head',
  series: 'Series',
  path: 'Length of the path',
  root: 'Root',
  sum: 'Sum',
  duplicate: 'Counted once',
  opening: 'Holder',
  document: 'Document',
  file: 'Issued file',
}

const toLine = ({ finding, ok, text }: CheckResult): CheckLine => ({
  name: findingNames[finding],
  state: ok ? 'holds' : 'fails',
  text,
})
const toOpenLine = (result: CheckResult): CheckLine => ({ ...toLine(result), state: 'open' })

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

const listUnits = (leaves: readonly ProofLeaf[]): string =>
  [...sumLeaves(leaves)].map(([symbol, units]) => `${groupUnits(units)} units of ${symbol}`).join(', ')

const COMPARE =
  'Compare amount and number with a certificate of holding or a statement of that day: a file can leave out a part of what you held.'

type Verdict = Pick<ProofReport, 'state' | 'title' | 'text'>

/** What a reader can do where no keys are known. */
export const GIVE_KEY = 'Enter the published key, or choose the list of them too.'

/** The verdict on what is in order, but signed with a key of which only the file says whose it is. */
const unknownKey = (why = GIVE_KEY): Verdict => ({
  state: 'open',
  title: 'Signed with a key that was not compared',
  text: `Anybody can make a file like this with a key of their own. ${why}`,
})

const fails = (title: string, text: string): Verdict => ({ state: 'fails', title, text })

/** The verdict on what fails nowhere: with what is open, where something is. */
function holds(title: string, text: string, open: readonly CheckResult[]): Verdict {
  if (open.length === 0) return { state: 'holds', title, text }
  const names = open.map(({ finding }) => findingNames[finding]).join(', ')
  const checks = open.length === 1 ? '1 check is' : `${open.length} checks are`
  return { state: 'open', title: `${title}; ${checks} open`, text: `${text} Open: ${names}.` }
}

function judge(
  file: ProofFile,
  mine: readonly ProofLeaf[],
  failed: readonly CheckResult[],
  { own, open, known }: { own: OwnUnits | undefined; open: readonly CheckResult[]; known: Known },
): Verdict {
  // What is held says nothing against the proof.
  const [first] = failed.filter(({ finding }) => finding !== 'backing')
  if (first) return fails('The proof does not hold', `${findingNames[first.finding]}: ${first.text}`)
  if (own?.check.state === 'fails') return fails('The units do not agree', own.check.text)
  if (mine.length === 0)
    return fails(
      'No units of yours are in it',
      `Snapshot ${file.snapshot.id} is in order, but the file has no leaf with units of yours.`,
    )
  if (!known.keys) return unknownKey(known.whyNoKeys)
  const backing = failed.find(({ finding }) => finding === 'backing')
  if (backing)
    return fails('Counted, but not all units are held', `${backing.text} Counted are ${listUnits(mine)}.`)
  const by = known.areKeysGiven ? ` with the key ${file.key} of the list that was given` : ''
  const counted = `${listUnits(mine)}: part of the total that was signed${by} in snapshot ${file.snapshot.id}, for account ${file.opening.account}`
  const { title, advice } = own ?? { title: titleCounted(mine), advice: COMPARE }
  return holds(title, `${counted}. ${advice}`, open)
}

/** The latest snapshot, unless the file has its id and is another one. */
const latestOf = (
  { id }: Snapshot,
  { latest }: Known,
  results: readonly CheckResult[],
): string | undefined =>
  latest !== id || results.some(({ finding, ok }) => finding === 'published' && ok) ? latest : undefined

/** Says how much is counted, and not that it is all: only the register knows that. */
function titleCounted(mine: readonly ProofLeaf[]): string {
  const { size } = sumLeaves(mine)
  return size === 1 ? `${listUnits(mine)} are counted` : `Units of ${size} series are counted`
}

/** Checks a file and describes every check. Throws a NotSupportedError in a browser without Ed25519. */
export async function describeProof(file: ProofFile, known: Known = {}): Promise<ProofReport> {
  const isOfInterest = (symbol: string | undefined) => !known.symbol || !symbol || symbol === known.symbol
  const results = await checkProof(file, known)
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
  const holder: CheckLine[] =
    areReadable && mine.length > 0
      ? [{ name: findingNames.opening, state: 'holds', text: describeHolder(file) }]
      : []
  const own = areReadable ? known.compareUnits?.(mine) : undefined
  const open = openChecks(file.snapshot, known, file.key)
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

/** Checks a snapshot alone, which names no key: against the keys that are known, of which there has to be one. */
export async function describeSnapshot(
  snapshot: Snapshot,
  known: Known & Required<Pick<Known, 'keys'>>,
): Promise<ProofReport> {
  const key = await findSigner(snapshot, known.keys ?? [])
  const results = await checkSnapshot(snapshot, key, known)
  const open = openChecks(snapshot, known)
  const first = results.find(({ ok }) => !ok)
  return {
    ...(first
      ? fails('The snapshot does not hold', `${findingNames[first.finding]}: ${first.text}`)
      : holds(
          'The snapshot is in order',
          `Snapshot ${snapshot.id} is signed, and no series has more units in issue than are held.`,
          open,
        )),
    age: describeAge(snapshot, latestOf(snapshot, known, results)),
    checks: inOrder([...linesOf(results), ...open.map(toOpenLine)]),
    leaves: [],
  }
}
