/** Checks one leaf of a proof: its way to the root, and for whom it was made. */
import { sha256 } from '#shared/sha256'
import { addUnits, groupUnits, printUnits, readUnits } from './bytes.ts'
import { nonceOf } from './opening.ts'
import { type CheckResult, type Finding, wordsOf } from './result.ts'
import type { SnapshotSeries } from './snapshot.ts'
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

/** Follows the path of a leaf. Throws a RangeError when a value is none of the format. */
async function climb({ path, ...leaf }: ProofLeaf): Promise<{ steps: SumNode[]; position: bigint }> {
  const units = readUnits(leaf.units)
  if (units === 0n) throw new RangeError('a leaf of a holding has more than no units')
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

/** For whom a leaf was made, and the number that it has among those of its holding. */
interface Opened {
  account: string
  /** Undefined where the file has none for the series. */
  key: string | undefined
  number: number
}

/** Why a nonce was not made for an account; undefined where it was. */
async function explainOpening(
  { symbol, nonce }: ProofLeaf,
  snapshot: string,
  { account, key, number }: Opened,
): Promise<string | undefined> {
  const name = `Leaf ${number + 1} of ${symbol}`
  if (key === undefined) return `The file has no key of the holder for ${symbol}.`
  try {
    if ((await nonceOf(key, { account, snapshot, symbol, number })) === nonce) return undefined
  } catch (error) {
    return `${name} cannot be opened: ${wordsOf(error)}.`
  }
  return `${name} was not made for account ${account}.`
}

interface LeafContext {
  /** Id of the snapshot. */
  snapshot: string
  series: SnapshotSeries
  opened: Opened
  /** Places of the leaves before it. */
  seen: Set<string>
}

/** Checks a leaf, and remembers its place. */
export async function checkLeaf(
  leaf: ProofLeaf,
  { snapshot, series, opened, seen }: LeafContext,
): Promise<CheckResult> {
  const { symbol } = leaf
  const fail = (finding: Finding, text: string): CheckResult => ({ finding, ok: false, text, symbol })
  if (2 ** leaf.path.length !== series.leaves)
    return fail(
      'path',
      `The path of a leaf of ${symbol} has ${leaf.path.length} steps, which do not fit a tree of ${series.leaves.toLocaleString('en-US')} leaves.`,
    )
  let climbed: Awaited<ReturnType<typeof climb>>
  try {
    climbed = await climb(leaf)
  } catch (error) {
    return fail('units', `A value of a leaf of ${symbol} is not valid: ${wordsOf(error)}.`)
  }
  const { steps, position } = climbed
  const top = steps.at(-1) as SumNode
  const sum = printUnits(top.units)
  const shown = steps.map(({ hash, units }) => ({ hash, units: printUnits(units) }))
  const failAbove = (finding: Finding, text: string) => ({ ...fail(finding, text), steps: shown })
  if (top.hash !== series.root)
    return failAbove(
      'root',
      `The path of a leaf of ${symbol} ends in ${top.hash}, and not in the root ${series.root}.`,
    )
  if (sum !== series.units_in_issue)
    return failAbove(
      'sum',
      `The path of a leaf of ${symbol} adds up to ${groupUnits(sum)} units, and not to the ${groupUnits(series.units_in_issue)} in issue.`,
    )
  const place = `${symbol} ${position}`
  if (seen.has(place))
    return failAbove('duplicate', `Leaf ${position} of ${symbol} stands in the file twice: it counts once.`)
  seen.add(place)
  const unopened = await explainOpening(leaf, snapshot, opened)
  if (unopened) return failAbove('opening', unopened)
  return {
    finding: 'root',
    ok: true,
    symbol,
    text: `${groupUnits(leaf.units)} units of ${symbol} are in leaf ${position}; ${leaf.path.length} steps lead to the root and the units in issue.`,
    steps: shown,
  }
}
