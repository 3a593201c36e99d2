/** Consistency checks for the figures in a portfolio form. Pure functions. */
import { formatMoney, formatPercent, formatSignedMoney } from '#core/format/format'
import {
  calculateGains,
  calculatePerformance,
  calculateValue,
  type FigureInconsistencies,
  findInconsistencies,
} from '#shared/calculations/figure-consistency'
import { type PortfolioForm, parseNumber, validatePortfolio } from './portfolio-form.ts'

const statedIn = (form: PortfolioForm) => ({
  value: parseNumber(form.total_value),
  invested: parseNumber(form.total_invested),
  gains: parseNumber(form.total_gains),
  performance: parseNumber(form.performance),
  withdrawn: form.withdrawn === '' ? undefined : form.withdrawn,
})

/** A sentence for each inconsistent figure, with the consistent one; none while a field has an error. */
export function listInconsistencyMessages(form: PortfolioForm): string[] {
  if (Object.keys(validatePortfolio(form)).length > 0) return []
  const stated = statedIn(form)
  const { value, performance }: FigureInconsistencies = findInconsistencies(stated)
  const less =
    Number(stated.withdrawn) === 0 ? '' : `, less ${formatMoney(stated.withdrawn ?? '0')} withdrawn,`
  return [
    ...(value
      ? [
          `Value is ${formatMoney(stated.value)}, but invested ${formatMoney(stated.invested)}${less} plus gains ${formatSignedMoney(stated.gains)} equals ${formatMoney(value.toFixed(2))}.`,
        ]
      : []),
    ...(performance
      ? [
          `Performance is ${formatPercent(stated.performance)}, but gains are ${formatPercent(performance.toString())} of the amount invested.`,
        ]
      : []),
  ]
}

export type ConsistentFigures = Pick<PortfolioForm, 'total_value' | 'total_gains' | 'performance'>

/**
 * The consistent figures. Typed input is kept if possible: the value is adjusted if only the gains were changed since
 * `base`; otherwise the gains are adjusted. A value below zero is never suggested.
 */
export function calculateConsistentFigures(form: PortfolioForm, base: PortfolioForm): ConsistentFigures {
  const stated = statedIn(form)
  const { value, invested, withdrawn } = stated
  const isGainsTyped = form.total_gains !== base.total_gains && form.total_value === base.total_value
  const fitting = { total_value: value, total_gains: stated.gains }
  if (withdrawn !== undefined && findInconsistencies(stated).value) {
    const made = calculateValue({ invested, withdrawn, gains: stated.gains })
    if (isGainsTyped && made.gte(0)) fitting.total_value = made.toFixed(2)
    else fitting.total_gains = calculateGains({ value, invested, withdrawn }).toFixed(2)
  }
  const isKept = !findInconsistencies({ ...stated, gains: fitting.total_gains }).performance
  const performance = calculatePerformance({ gains: fitting.total_gains, invested })
  return { ...fitting, performance: isKept ? stated.performance : performance.toString() }
}

/** What `calculateConsistentFigures` would change, for the button that applies it; empty if nothing. */
export function getApplyLabel(form: PortfolioForm, fitting: ConsistentFigures): string {
  const stated = statedIn(form)
  const parts = [
    fitting.total_value !== stated.value && `value ${formatMoney(fitting.total_value)}`,
    fitting.total_gains !== stated.gains && `gains ${formatSignedMoney(fitting.total_gains)}`,
    fitting.performance !== stated.performance && `performance ${formatPercent(fitting.performance)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `Use ${parts.join(' and ')}`
}
