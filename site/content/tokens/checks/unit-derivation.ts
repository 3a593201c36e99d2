import { toDecimal } from '#shared/calculations/decimal'
import { convertMass } from '#shared/calculations/measurement-units'
import { calculateBackingTotal } from '#shared/calculations/resource-statement'
import { computeStep } from '#shared/calculations/unit-derivation'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'
import { getUnitsInCustody } from '#site/content/tokens/valuation-model.ts'

/**
 * From ground to unit: begins with the statement, each step follows from the previous one, ends with the units in
 * custody.
 */
export function checkChain(token: TokenData): Finding[] {
  const findings = token.chain.flatMap((step, index): Finding[] => {
    try {
      const { value, unit, formula } = computeStep(step, token.chain[index - 1]?.result ?? null)
      if (value.eq(toDecimal(step.result.value))) return []
      const message = `Expected ${value.toFixed()} ${unit}: ${formula}. This one says ${step.result.value}.`
      return [{ path: ['chain', index, 'result', 'value'], message }]
    } catch (error) {
      if (error instanceof RangeError) return [{ path: ['chain', index], message: error.message }]
      throw error
    }
  })
  return findings.length > 0 ? findings : [...checkStart(token), ...checkDivision(token), ...checkEnd(token)]
}

function checkStart({ chain, statement }: TokenData): Finding[] {
  const { units, lines } = statement
  const start = chain[0]?.input
  const { contained } = calculateBackingTotal(lines, units)
  if (start?.unit === units.contained && toDecimal(start.value).eq(contained)) return []
  return [
    {
      path: ['chain', 0, 'input'],
      message: `Expected ${contained.toFixed()} ${units.contained}, the Measured and Indicated total of the statement.`,
    },
  ]
}

/** Masses are converted to units by the mass that one unit represents. */
function checkDivision({ chain, unit }: TokenData): Finding[] {
  const index = chain.findIndex(({ operation }) => operation === 'divide')
  const step = chain[index]
  const message = `Expected a division by ${unit.value} ${unit.unit}, what one unit stands for.`
  if (!step) return [{ path: ['chain'], message }]
  const { value, unit: mass } = step.input
  const isSame = convertMass(value, mass as typeof unit.unit, unit.unit).eq(toDecimal(unit.value))
  return isSame ? [] : [{ path: ['chain', index, 'input'], message }]
}

function checkEnd(token: TokenData): Finding[] {
  const end = token.chain.at(-1)
  const at = token.chain.length - 1
  const [latest] = token.attestations
  if (end?.result.unit !== 'units') {
    return [
      { path: ['chain', at, 'result', 'unit'], message: 'Expected units: the chain ends in units held.' },
    ]
  }
  if (latest && !toDecimal(latest.units_held).eq(toDecimal(getUnitsInCustody(token)))) {
    const message = `Expected ${latest.units_held} units, which the attestation of ${latest.as_of} counts. The chain ends in ${end.result.value}.`
    return [{ path: ['chain', at, 'result', 'value'], message }]
  }
  return []
}
