/** What the form of a portfolio says of figures that do not fit together. Pure. */
import { formatMoney, formatPercent, formatSignedMoney } from '#core/format/format'
import {
  findMisfits,
  type Misfits,
  makeGains,
  makePerformance,
  makeValue,
} from '#shared/asset/fitting-figures'
import { checkPortfolio, numberOf, type PortfolioForm } from './portfolio-form.ts'

const statedIn = (form: PortfolioForm) => ({
  value: numberOf(form.total_value),
  invested: numberOf(form.total_invested),
  gains: numberOf(form.total_gains),
  performance: numberOf(form.performance),
  withdrawn: form.withdrawn === '' ? undefined : form.withdrawn,
})

/** A sentence for each figure that does not fit, with the one that would; none while a field has to be corrected. */
export function misfitSentences(form: PortfolioForm): string[] {
  if (Object.keys(checkPortfolio(form)).length > 0) return []
  const stated = statedIn(form)
  const { value, performance }: Misfits = findMisfits(stated)
  const less =
    Number(stated.withdrawn) === 0 ? '' : `, less ${formatMoney(stated.withdrawn ?? '0')} withdrawn,`
  return [
    ...(value
      ? [
          `Value is ${formatMoney(stated.value)}, but invested ${formatMoney(stated.invested)}${less} and gains ${formatSignedMoney(stated.gains)} make ${formatMoney(value.toFixed(2))}.`,
        ]
      : []),
    ...(performance
      ? [
          `Performance is ${formatPercent(stated.performance)}, but the gains are ${formatPercent(performance.toString())} of what was invested.`,
        ]
      : []),
  ]
}

export type Fitting = Pick<PortfolioForm, 'total_value' | 'total_gains' | 'performance'>

/**
 * The figures that would fit. What was typed stays where it can: the value follows where only the gains were changed
 * since `base`, otherwise the gains follow the value. A value below zero is never proposed.
 */
export function fittingFigures(form: PortfolioForm, base: PortfolioForm): Fitting {
  const stated = statedIn(form)
  const { value, invested, withdrawn } = stated
  const isGainsTyped = form.total_gains !== base.total_gains && form.total_value === base.total_value
  const fitting = { total_value: value, total_gains: stated.gains }
  if (withdrawn !== undefined && findMisfits(stated).value) {
    const made = makeValue({ invested, withdrawn, gains: stated.gains })
    if (isGainsTyped && made.gte(0)) fitting.total_value = made.toFixed(2)
    else fitting.total_gains = makeGains({ value, invested, withdrawn }).toFixed(2)
  }
  const isKept = !findMisfits({ ...stated, gains: fitting.total_gains }).performance
  const performance = makePerformance({ gains: fitting.total_gains, invested })
  return { ...fitting, performance: isKept ? stated.performance : performance.toString() }
}

/** What `fittingFigures` changes, for the button that takes them; empty where nothing is changed. */
export function fittingLabel(form: PortfolioForm, fitting: Fitting): string {
  const stated = statedIn(form)
  const parts = [
    fitting.total_value !== stated.value && `value ${formatMoney(fitting.total_value)}`,
    fitting.total_gains !== stated.gains && `gains ${formatSignedMoney(fitting.total_gains)}`,
    fitting.performance !== stated.performance && `performance ${formatPercent(fitting.performance)}`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? '' : `Use ${parts.join(' and ')}`
}
