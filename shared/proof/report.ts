/** The checks of a proof as a reader sees them: a verdict, each check by name, each step with its values. */
import { groupUnits, printUnits, readUnits } from './bytes.ts'
import {
  type CheckResult,
  checkProof,
  checkSnapshot,
  type Finding,
  findSigner,
  type ProofFile,
  type ProofLeaf,
  type Published,
  sumLeaves,
} from './check.ts'
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

/** What a checker knows beside the file. */
export interface Known extends Published {
  /** The series to report on; all of the file without it. */
  symbol?: string | undefined
  /** Units that the reader's register shows at the moment of the snapshot, in `symbol`. */
  units?: string | undefined
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
  attestation: 'Attestation',
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

/** The checks that could not be made, so that nobody takes them for made. */
export function openChecks(snapshot: Snapshot, key: string, known: Published): CheckResult[] {
  const open = (finding: Finding, text: string): CheckResult => ({ finding, ok: false, text })
  return [
    ...(known.keys === undefined
      ? [open('key', `Not compared. The file names ${key}: compare it with the key that is published.`)]
      : []),
    ...(known.published === undefined
      ? [open('published', `Not compared with the snapshot that is published as /proof/${snapshot.id}.json.`)]
      : []),
    ...(known.previous === undefined
      ? [
          open(
            'chain',
            snapshot.previous_hash === null
              ? 'Nothing to compare: it names no snapshot before it, as only the first one may.'
              : `Not compared. It names ${snapshot.previous_hash} as the snapshot before it.`,
          ),
        ]
      : []),
  ]
}

/** Whose leaves they are. */
export const describeHolder = ({ opening }: ProofFile): string =>
  `Every leaf was made for account ${opening.account}. Compare the number with a statement or a certificate of yours.`

/** The units of each series that are counted: a checker cannot know whether these are all that the holder had. */
export const describeCounted = ({ leaves, snapshot }: ProofFile): string[] =>
  [...sumLeaves(leaves)].map(
    ([symbol, units]) =>
      `${groupUnits(units)} units of ${symbol} are counted in snapshot ${snapshot.id}. Compare the amount with a certificate of holding or a statement of that day: a file can leave out a part.`,
  )

const HOUR_MS = 3_600_000
const HOURS_A_DAY = 24

const ago = (count: number, unit: string) =>
  `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'} ago`

/** How old a snapshot is at a time, in milliseconds since the epoch, and which one is the latest. */
export function describeAge({ id, date }: Snapshot, latest: string | undefined, now = Date.now()): string {
  const hours = Math.floor((now - Date.parse(date)) / HOUR_MS)
  const age =
    hours < 0
      ? 'dated later than this clock says'
      : hours === 0
        ? 'made less than an hour ago'
        : `made ${hours < HOURS_A_DAY ? ago(hours, 'hour') : ago(Math.floor(hours / HOURS_A_DAY), 'day')}`
  const newest =
    latest === undefined
      ? 'which one is the latest is not known here'
      : latest === id
        ? 'it is the latest'
        : `the latest is ${latest}`
  return `Snapshot ${id}, ${age}; ${newest}.`
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

type Verdict = Pick<ProofReport, 'state' | 'title' | 'text'>

/** The verdict on what is in order, but signed with a key of which only the file says whose it is. */
const unknownKey: Verdict = {
  state: 'open',
  title: 'Signed with a key that was not compared',
  text: 'Anybody can make a file like this with a key of their own. Enter the published key below the files, or open this page where it can fetch that key.',
}

/** The verdict on what is in order, but has not the head that the reader looks for. */
const otherHead = (text: string): Verdict => ({
  state: 'open',
  title: 'In order, but without the head that you entered',
  text: `${text} A head of another day is in the snapshot of that day.`,
})

const fails = (title: string, text: string): Verdict => ({ state: 'fails', title, text })

function judge(
  file: ProofFile,
  mine: readonly ProofLeaf[],
  failed: readonly CheckResult[],
  { units, known }: { units: CheckLine | undefined; known: Known },
): Verdict {
  // Neither condemns the proof: one is about what is held, the other about what the reader has.
  const [first] = failed.filter(({ finding }) => finding !== 'backing' && finding !== 'head')
  if (first) return fails('The proof does not hold', `${findingNames[first.finding]}: ${first.text}`)
  if (units?.state === 'fails') return fails('The units do not agree', units.text)
  if (mine.length === 0)
    return fails(
      'No units of yours are in it',
      `Snapshot ${file.snapshot.id} is in order, but the file has no leaf with units of yours.`,
    )
  if (!known.keys) return unknownKey
  const backing = failed.find(({ finding }) => finding === 'backing')
  const head = failed.find(({ finding }) => finding === 'head')
  if (backing)
    return fails('Counted, but not all units are held', `${backing.text} Counted are ${listUnits(mine)}.`)
  if (head) return otherHead(head.text)
  const by = known.areKeysGiven ? ` with the key ${file.key} of the list that was given` : ''
  const counted = `${listUnits(mine)}: part of the total that was signed${by} in snapshot ${file.snapshot.id}, for account ${file.opening.account}`
  return units
    ? {
        state: 'holds',
        title: 'Your units are counted',
        text: `${counted}. These are the units that your entries in the register add up to. Compare the number with a statement of yours.`,
      }
    : {
        state: 'holds',
        title: titleCounted(mine),
        text: `${counted}. Compare amount and number with a certificate of holding or a statement of that day: a file can leave out a part of what you held.`,
      }
}

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
  const units =
    known.symbol && known.units !== undefined && areReadable
      ? checkUnits(
          known.symbol,
          mine.length > 0 ? (sumLeaves(mine).get(known.symbol) ?? printUnits(0n)) : printUnits(0n),
          known.units,
        )
      : undefined
  return {
    ...judge(file, mine, failed, { units, known }),
    age: describeAge(file.snapshot, known.latest),
    checks: [
      ...inOrder([
        ...linesOf(shown),
        ...openChecks(file.snapshot, file.key, known).map(toOpenLine),
        ...holder,
      ]),
      ...(units ? [units] : []),
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
  const failed = results.filter(({ ok }) => !ok)
  const [first] = failed.filter(({ finding }) => finding !== 'head')
  const [head] = failed
  return {
    ...(first
      ? fails('The snapshot does not hold', `${findingNames[first.finding]}: ${first.text}`)
      : head
        ? otherHead(head.text)
        : {
            state: 'holds',
            title: 'The snapshot is in order',
            text: `Snapshot ${snapshot.id} is signed, and no series has more units in issue than are held.`,
          }),
    age: describeAge(snapshot, known.latest),
    checks: inOrder([...linesOf(results), ...openChecks(snapshot, key, known).map(toOpenLine)]),
    leaves: [],
  }
}
