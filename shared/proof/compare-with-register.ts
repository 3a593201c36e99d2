/** Compares the units in a proof with the reader's own register entry. */
import { formatUnits, formatUnitsWithSeparators } from './byte-encoding.ts'
import { sumLeaves } from './check-inclusion-proof.ts'
import type { ProofLeaf } from './check-merkle-path.ts'
import type { RegisterComparison } from './proof-report.ts'

/** `units` of `symbol` are those in the register at the time of the snapshot, six decimals. */
export function compareWithRegister(
  symbol: string,
  units: string,
  leaves: readonly ProofLeaf[],
): RegisterComparison {
  const sum = sumLeaves(leaves).get(symbol) ?? formatUnits(0n)
  const isSame = sum === units
  const entries = isSame
    ? ', matching your register entries'
    : `; your register entries totaled ${formatUnitsWithSeparators(units)} at that time`
  return {
    check: {
      name: 'Your units',
      state: isSame ? 'holds' : 'fails',
      text: `The leaves total ${formatUnitsWithSeparators(sum)} units of ${symbol}${entries}.`,
    },
    title: 'Your units are included',
    advice: 'The proof matches your register entries. You can also compare it with your statement.',
  }
}
