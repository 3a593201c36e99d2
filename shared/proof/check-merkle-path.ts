/** Checks one leaf of a proof: its path to the root, and whom it was made for. */
import { sha256 } from '#shared/sha256'
import { addUnits, formatUnits, formatUnitsWithSeparators, parseUnits } from './byte-encoding.ts'
import { type CheckName, type CheckResult, toErrorText } from './check-result.ts'
import { computeNonce } from './leaf-nonce.ts'
import { leafBytes, nodeBytes, type SumNode } from './merkle-sum-tree.ts'
import type { SnapshotSeries } from './snapshot.ts'

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

/** Follows the path of a leaf. Throws a RangeError if a value is not valid in the format. */
async function climb({ path, ...leaf }: ProofLeaf): Promise<{ steps: SumNode[]; position: bigint }> {
  const units = parseUnits(leaf.units)
  if (units === 0n) throw new RangeError('a leaf of a holding must have more than zero units')
  let node: SumNode = { hash: await sha256(leafBytes({ ...leaf, units })), units }
  const steps = [node]
  let position = 0n
  for (const [level, sibling] of path.entries()) {
    const other: SumNode = { hash: sibling.hash, units: parseUnits(sibling.units) }
    const [left, right] = sibling.side === 'left' ? [other, node] : [node, other]
    node = { hash: await sha256(nodeBytes(left, right)), units: addUnits(left.units, right.units) }
    steps.push(node)
    if (sibling.side === 'left') position += 1n << BigInt(level)
  }
  return { steps, position }
}

/** Whom a leaf was made for, and its number among the leaves of its holding. */
interface Opened {
  account: string
  /** Undefined if the file has none for the series. */
  key: string | undefined
  number: number
}

/** Why a nonce was not made for an account; undefined if it was. */
async function explainOpening(
  { symbol, nonce }: ProofLeaf,
  snapshot: string,
  { account, key, number }: Opened,
): Promise<string | undefined> {
  const name = `Leaf ${number + 1} of ${symbol}`
  if (key === undefined) return `The file does not contain the holder key for ${symbol}.`
  try {
    if ((await computeNonce(key, { account, snapshot, symbol, number })) === nonce) return undefined
  } catch (error) {
    return `${name} could not be opened: ${toErrorText(error)}.`
  }
  return `${name} does not belong to account ${account}.`
}

interface LeafContext {
  /** Id of the snapshot. */
  snapshot: string
  series: SnapshotSeries
  opened: Opened
  /** Positions of the previous leaves. */
  seen: Set<string>
}

/** Checks a leaf and remembers its position. */
export async function checkLeaf(
  leaf: ProofLeaf,
  { snapshot, series, opened, seen }: LeafContext,
): Promise<CheckResult> {
  const { symbol } = leaf
  const fail = (finding: CheckName, text: string): CheckResult => ({ finding, ok: false, text, symbol })
  if (2 ** leaf.path.length !== series.leaves)
    return fail(
      'path',
      `The path of a leaf of ${symbol} has ${leaf.path.length} steps, which does not match a tree of ${series.leaves.toLocaleString('en-US')} leaves.`,
    )
  let climbed: Awaited<ReturnType<typeof climb>>
  try {
    climbed = await climb(leaf)
  } catch (error) {
    return fail('units', `A value of a leaf of ${symbol} is not valid: ${toErrorText(error)}.`)
  }
  const { steps, position } = climbed
  const top = steps.at(-1) as SumNode
  const sum = formatUnits(top.units)
  const shown = steps.map(({ hash, units }) => ({ hash, units: formatUnits(units) }))
  const failAbove = (finding: CheckName, text: string) => ({ ...fail(finding, text), steps: shown })
  if (top.hash !== series.root)
    return failAbove(
      'root',
      `The path of a leaf of ${symbol} leads to ${top.hash}, not to the root ${series.root}.`,
    )
  if (sum !== series.units_in_issue)
    return failAbove(
      'sum',
      `The path of a leaf of ${symbol} totals ${formatUnitsWithSeparators(sum)} units, not the ${formatUnitsWithSeparators(series.units_in_issue)} in issue.`,
    )
  const place = `${symbol} ${position}`
  if (seen.has(place))
    return failAbove(
      'duplicate',
      `Leaf ${position} of ${symbol} appears twice in the file; it counts only once.`,
    )
  seen.add(place)
  const unopened = await explainOpening(leaf, snapshot, opened)
  if (unopened) return failAbove('opening', unopened)
  return {
    finding: 'root',
    ok: true,
    symbol,
    text: `${formatUnitsWithSeparators(leaf.units)} units of ${symbol} are in leaf ${position}; ${leaf.path.length} steps lead to the root and the units in issue.`,
    steps: shown,
  }
}
