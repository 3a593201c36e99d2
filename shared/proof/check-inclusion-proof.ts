/** Checks a holder's proof of inclusion against a snapshot: every step with its values, and each failure by name. */
import { formatUnits, parseUnits } from './byte-encoding.ts'
import { checkLeaf, type ProofLeaf } from './check-merkle-path.ts'
import type { CheckResult } from './check-result.ts'
import { checkSnapshot, type PublishedData } from './check-snapshot.ts'
import type { Opening } from './leaf-nonce.ts'
import type { Snapshot } from './snapshot.ts'

/** The file that a holder gets: complete for an offline check. */
export interface ProofFile {
  /** Version of the format. */
  version: number
  snapshot: Snapshot
  /** Public key, hexadecimal. */
  key: string
  opening: Opening
  /** The leaves of a series are in the order of their numbers. */
  leaves: readonly ProofLeaf[]
}

/** Units of each series in the leaves of a file, six decimals. */
export function sumLeaves(leaves: readonly ProofLeaf[]): Map<string, string> {
  const sums = new Map<string, bigint>()
  for (const { symbol, units } of leaves) sums.set(symbol, (sums.get(symbol) ?? 0n) + parseUnits(units))
  return new Map([...sums].map(([symbol, sum]) => [symbol, formatUnits(sum)]))
}

/**
 * Checks a whole file; the holder's units are included if every result is `ok`. The results for the leaves come last,
 * in file order.
 */
export async function checkInclusionProof(
  file: ProofFile,
  known: PublishedData = {},
): Promise<CheckResult[]> {
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
        : { finding: 'series', ok: false, text: `The snapshot does not include series ${symbol}.`, symbol },
    )
  }
  return results
}
