/** Checks a holder's proof of inclusion against a snapshot: every step with its values, and what fails by name. */
import { printUnits, readUnits } from './bytes.ts'
import { checkLeaf, type ProofLeaf } from './check-leaf.ts'
import { checkSnapshot, type Published } from './check-snapshot.ts'
import type { Opening } from './opening.ts'
import type { CheckResult } from './result.ts'
import type { Snapshot } from './snapshot.ts'

/** The file that a holder gets: complete for a check without a network. */
export interface ProofFile {
  /** Of the format. */
  version: number
  snapshot: Snapshot
  /** Public key, hexadecimal. */
  key: string
  opening: Opening
  /** Those of a series in the order of their numbers. */
  leaves: readonly ProofLeaf[]
}

/** Units of each series that the leaves of a file add up to, six decimals. */
export function sumLeaves(leaves: readonly ProofLeaf[]): Map<string, string> {
  const sums = new Map<string, bigint>()
  for (const { symbol, units } of leaves) sums.set(symbol, (sums.get(symbol) ?? 0n) + readUnits(units))
  return new Map([...sums].map(([symbol, sum]) => [symbol, printUnits(sum)]))
}

/**
 * Checks a whole file; the holder's units are counted when every result is `ok`. The results of the leaves come last, in
 * the order of the file.
 */
export async function checkProof(file: ProofFile, known: Published = {}): Promise<CheckResult[]> {
  const { snapshot, opening } = file
  const results = await checkSnapshot(snapshot, file.key, known)
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (const leaf of file.leaves) {
    const { symbol } = leaf
    const number = counts.get(symbol) ?? 0
    counts.set(symbol, number + 1)
    const opened = {
      account: opening.account,
      key: opening.keys.find((each) => each.symbol === symbol)?.key,
      number,
    }
    const series = snapshot.series.find((each) => each.symbol === symbol)
    results.push(
      series
        ? await checkLeaf(leaf, { snapshot: snapshot.id, series, opened, seen })
        : { finding: 'series', ok: false, text: `The snapshot has no series ${symbol}.`, symbol },
    )
  }
  return results
}
