import { sum, toDecimal } from '#shared/calculations/decimal'
import {
  backingCategories,
  type Category,
  calculateBackingTotal,
  calculateContained,
  calculateTotal,
  categories,
  equalsPrintedValue,
  explainInvalidTotal,
  formatTotals,
  reserveCategories,
  type StatementLine,
  type StatementUnits,
} from '#shared/calculations/resource-statement'
import type { Finding, TokenData } from '#site/content/tokens/fields.ts'

type Statement = TokenData['statement']
interface Table {
  lines: Statement['lines']
  totals: Statement['totals']
}

/** The figures of the current and previous statements: contained = tonnes × grade, totals, and changes. */
export function checkStatement({ statement }: TokenData): Finding[] {
  const { units, previous } = statement
  const findings = [
    ...checkTable(statement, units).map(within('statement')),
    ...checkTable(previous, units).map(within('statement', 'previous')),
    ...checkSignature(statement),
  ]
  if (previous.effective >= statement.effective) {
    findings.push({
      path: ['statement', 'previous', 'effective'],
      message: `Expected a day before ${statement.effective}, when the present statement takes effect.`,
    })
  }
  // Only figures that are correct on their own can be compared.
  return findings.length > 0 ? findings : checkReconciliation(statement)
}

const within =
  (...path: string[]) =>
  (finding: Finding): Finding => ({ ...finding, path: [...path, ...finding.path] })

function checkTable({ lines, totals }: Table, units: StatementUnits): Finding[] {
  const order = lines.map(({ category }) => categories.indexOf(category))
  const isOrdered = order.every((at, index) => index === 0 || at > (order[index - 1] ?? -1))
  const findings: Finding[] = isOrdered
    ? []
    : [{ path: ['lines'], message: `Expected each category once, in the order ${categories.join(', ')}.` }]
  if (!lines.some(isBacking)) {
    findings.push({ path: ['lines'], message: 'Expected a line for measured or indicated.' })
  }
  lines.forEach((line, index) => {
    const contained = calculateContained(line, units)
    if (contained.eq(toDecimal(line.contained))) return
    const product = `${line.tonnes} ${units.tonnes} × ${line.grade} ${units.grade}`
    findings.push({
      path: ['lines', index, 'contained'],
      message: `Expected ${contained.toFixed()} ${units.contained}: ${product}, to ${line.figures} significant figures. This one says ${line.contained}.`,
    })
  })
  if (findings.length > 0) return findings
  return [...checkTotals(lines, totals, units), ...checkMissingTotals(lines, totals)]
}

const isBacking = ({ category }: StatementLine): boolean =>
  (backingCategories as readonly Category[]).includes(category)

function checkTotals(lines: Table['lines'], totals: Table['totals'], units: StatementUnits): Finding[] {
  return totals.flatMap((total, index): Finding[] => {
    const refused = explainInvalidTotal(total.of)
    if (refused) return [{ path: ['totals', index, 'of'], message: refused }]
    const members = lines.filter(({ category }) => total.of.includes(category))
    if (members.length !== total.of.length) {
      return [{ path: ['totals', index, 'of'], message: 'Expected categories that have a line.' }]
    }
    const computed = calculateTotal(lines, total.of, units)
    const printed = formatTotals(computed, members)
    return (['tonnes', 'grade', 'contained'] as const)
      .filter((name) => !equalsPrintedValue(computed[name], total[name]))
      .map((name) => ({
        path: ['totals', index, name],
        message: `Expected ${printed[name]} ${units[name]} for ${total.of.join(' and ')}. This one says ${total[name]}.`,
      }))
  })
}

/** Two lines of a kind require their total. */
function checkMissingTotals(lines: Table['lines'], totals: Table['totals']): Finding[] {
  return [backingCategories, reserveCategories].flatMap((kind): Finding[] => {
    const isComplete = kind.every((category) => lines.some((line) => line.category === category))
    const has = totals.some(({ of }) => of.length === kind.length && kind.every((one) => of.includes(one)))
    return isComplete && !has
      ? [{ path: ['totals'], message: `Expected a total of ${kind.join(' and ')}.` }]
      : []
  })
}

function checkSignature({ standard, signed_by }: Statement): Finding[] {
  const role = standard === 'NI 43-101' ? 'Qualified Person' : 'Competent Person'
  return signed_by.role === role
    ? []
    : [
        {
          path: ['statement', 'signed_by', 'role'],
          message: `Expected ${role}, who signs under ${standard}.`,
        },
      ]
}

function checkReconciliation({ lines, previous, units, reconciliation }: Statement): Finding[] {
  const change = calculateBackingTotal(lines, units).contained.minus(
    calculateBackingTotal(previous.lines, units).contained,
  )
  const explained = sum(reconciliation.map(({ contained }) => contained))
  if (explained.eq(change)) return []
  return [
    {
      path: ['statement', 'reconciliation'],
      message: `Expected reasons that add up to ${change.toFixed()} ${units.contained}, the change of Measured and Indicated. These add up to ${explained.toFixed()}.`,
    },
  ]
}
