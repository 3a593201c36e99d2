import { type Decimal, sum, toDecimal, truncateTo } from '#shared/calculations/decimal'
import { calculateBackingTotal } from '#shared/calculations/resource-statement'
import { calculateUnitValueRange, cashFlowInputs, yardstickInput } from '#shared/calculations/valuation'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'
import { createValuationModel } from '#site/content/tokens/valuation-model.ts'

const ends = ['low', 'preferred', 'high'] as const

/** The valuation follows from its inputs, and the unit value history ends with it. */
export function checkValuation(token: TokenData): Finding[] {
  const findings = [...checkInputs(token), ...checkProfile(token)]
  if (findings.length > 0) return findings.map(within)
  return [...checkUnitValue(token).map(within), ...checkHistory(token)]
}

const within = (finding: Finding): Finding => ({ ...finding, path: ['valuation', ...finding.path] })

function checkInputs({ valuation, statement }: TokenData): Finding[] {
  const findings: Finding[] = []
  if (valuation.as_of < statement.effective) {
    const message = `Expected a day from ${statement.effective} on, when the statement takes effect.`
    findings.push({ path: ['as_of'], message })
  }
  valuation.inputs.forEach(({ id, low, preferred, high, as_of }, index) => {
    const path = ['inputs', index]
    if (valuation.method === 'cash-flow' && !(cashFlowInputs as readonly string[]).includes(id)) {
      findings.push({ path: [...path, 'id'], message: `Expected one of: ${cashFlowInputs.join(', ')}.` })
    }
    if (toDecimal(low).gt(toDecimal(preferred)) || toDecimal(preferred).gt(toDecimal(high))) {
      findings.push({ path, message: `Expected low ≤ preferred ≤ high, not ${low}, ${preferred}, ${high}.` })
    }
    if (as_of > valuation.as_of) {
      const message = `Expected a day up to ${valuation.as_of}, the day of the valuation.`
      findings.push({ path: [...path, 'as_of'], message })
    }
  })
  const needed = valuation.method === 'cash-flow' ? cashFlowInputs : [yardstickInput]
  const ids = valuation.inputs.map(({ id }) => id)
  const missing = needed.filter((id) => !ids.includes(id))
  if (missing.length > 0 || new Set(ids).size < ids.length) {
    const message = `Expected each input once${missing.length > 0 ? `; ${missing.join(', ')} is missing` : ''}.`
    findings.push({ path: ['inputs'], message })
  }
  return findings
}

/** The mine plan: if there is a reserve, the valued share of the resource does not exceed the reserve's share. */
function checkProfile({ valuation, statement }: TokenData): Finding[] {
  if (valuation.method === 'yardstick') return []
  const years = valuation.profile.map(({ year }) => year)
  const isRising = years.every((year, at) => at === 0 || year > (years[at - 1] ?? 0))
  const total = sum(valuation.profile.map(({ percent }) => percent))
  const limit = truncateTo(minedShare(statement), 1)
  if (isRising && total.lte(limit)) return checkBasis(valuation.basis, total)
  const message = `Expected rising years whose shares add up to ${limit.toFixed()}% or less, the reserve in percent of Measured and Indicated, or all of it without a reserve. These add up to ${total.toFixed()}%.`
  return [{ path: ['profile'], message }]
}

/** The basis states the share of the resource that the years of the mine plan add up to. */
function checkBasis(basis: string, total: Decimal): Finding[] {
  const said = /(\d+)% of the resource/.exec(basis)?.[1]
  if (said === undefined || total.eq(said)) return []
  const message = `Expected ${total.toFixed()}% of the resource, which the shares of the profile add up to. This one says ${said}%.`
  return [{ path: ['basis'], message }]
}

/** Metal of the reserves in percent of Measured and Indicated; 100 for a statement without reserves. */
function minedShare({ lines, units }: TokenData['statement']): Decimal {
  const reserves = lines.filter(({ category }) => category === 'proved' || category === 'probable')
  if (reserves.length === 0) return toDecimal(100)
  return sum(reserves.map(({ contained }) => contained))
    .div(calculateBackingTotal(lines, units).contained)
    .times(100)
}

function checkUnitValue(token: TokenData): Finding[] {
  try {
    const range = calculateUnitValueRange(createValuationModel(token))
    const shown = token.valuation.unit_value
    return ends
      .filter((end) => !range[end].eq(toDecimal(shown[end])))
      .map((end) => ({
        path: ['unit_value', end],
        message: `Expected ${range[end].toFixed(2)}, which the inputs give. This one says ${shown[end]}.`,
      }))
  } catch (error) {
    if (error instanceof RangeError) return [{ path: ['inputs'], message: error.message }]
    throw error
  }
}

function checkHistory({ history, valuation }: TokenData): Finding[] {
  const findings: Finding[] = []
  history.forEach(({ as_of, low, preferred, high }, index) => {
    const path = ['history', index]
    if (as_of <= (history[index - 1]?.as_of ?? '')) {
      findings.push({ path: [...path, 'as_of'], message: 'Expected a day after that of the entry before.' })
    }
    if (toDecimal(low).gt(toDecimal(preferred)) || toDecimal(preferred).gt(toDecimal(high))) {
      findings.push({ path, message: `Expected low ≤ preferred ≤ high, not ${low}, ${preferred}, ${high}.` })
    }
  })
  const last = history.at(-1)
  const isCurrent =
    last?.as_of === valuation.as_of && ends.every((end) => last[end] === valuation.unit_value[end])
  if (!isCurrent) {
    const { low, preferred, high } = valuation.unit_value
    findings.push({
      path: ['history', history.length - 1],
      message: `Expected the valuation of ${valuation.as_of} as the last entry: ${low}, ${preferred}, ${high}.`,
    })
  }
  return findings
}
