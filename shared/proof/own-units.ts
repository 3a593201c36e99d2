/** Compares the units in a proof with the register of the investor who reads it. */
import { groupUnits, printUnits } from './bytes.ts'
import { sumLeaves } from './check.ts'
import type { ProofLeaf } from './check-leaf.ts'
import type { OwnUnits } from './report.ts'

/** `units` of `symbol` are those of the register at the moment of the snapshot, six decimals. */
export function compareUnits(symbol: string, units: string, leaves: readonly ProofLeaf[]): OwnUnits {
  const sum = sumLeaves(leaves).get(symbol) ?? printUnits(0n)
  const isSame = sum === units
  const entries = isSame
    ? ', as your entries in the register do'
    : `; your entries in the register add up to ${groupUnits(units)} at that moment`
  return {
    check: {
      name: 'Your units',
      state: isSame ? 'holds' : 'fails',
      text: `The leaves add up to ${groupUnits(sum)} units of ${symbol}${entries}.`,
    },
    title: 'Your units are counted',
    advice:
      'These are the units that your entries in the register add up to. Compare the number with a statement of yours.',
  }
}
