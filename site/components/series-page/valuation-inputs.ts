/** The unit value with a reader's own inputs, using the module that checks the valuation. */
import { roundTo, toDecimal } from '#shared/calculations/decimal'
import {
  calculateUnitValue,
  type InputValues,
  type ValuationInput,
  type ValuationModel,
} from '#shared/calculations/valuation'
import { formatDollars } from './format.ts'

/** A percentage is at most 100%; an adjustment of a yardstick may raise the value. */
const mostPercent = (high: ValuationInput['high']): number => (Number(high) > 100 ? 300 : 100)

/** The input without thousands separators. */
const withoutCommas = (text: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/** What a field must contain: a percentage, or dollars from 0. Null if valid. */
export function validateInput(
  { label, unit, preferred, high }: Pick<ValuationInput, 'label' | 'unit' | 'preferred' | 'high'>,
  text: string,
): string | null {
  const number = withoutCommas(text)
  const isNumber = /^\d{1,9}(\.\d{1,6})?$/.test(number)
  if (unit !== '%') return isNumber ? null : `${label}: enter an amount in dollars, for example ${preferred}.`
  const most = mostPercent(high)
  return isNumber && Number(number) <= most
    ? null
    : `${label}: enter a percentage from 0 to ${most}, such as ${preferred}.`
}

/** The unit value to the cent as text, and a comparison with the preferred one. */
export function calculateValueWithInputs(model: ValuationModel, preferred: string, values: InputValues) {
  const value = roundTo(calculateUnitValue(model, values), 2)
  const base = toDecimal(preferred)
  const change = base.eq(0) ? null : value.minus(base).div(base).times(100)
  const percent = change && `${change.gt(0) ? '+' : ''}${change.toFixed(1)}%`
  return {
    value: formatDollars(value.toFixed(2)),
    remark: value.eq(base)
      ? 'The preferred value.'
      : `${percent ?? ''} vs. the preferred value of ${formatDollars(preferred)}.`.trim(),
  }
}

export function initValuationInputs(model: ValuationModel, preferred: string): void {
  const part = document.querySelector<HTMLElement>('[data-inputs]')
  const output = part?.querySelector('[data-own-value]')
  const remark = part?.querySelector('[data-own-change]')
  const problem = part?.querySelector('[data-own-problem]')
  if (!part || !output || !remark || !problem) return
  const fieldOf = (id: string) => part.querySelector<HTMLInputElement>(`[name="${id}"]`)
  const show = () => {
    let message = ''
    for (const input of model.inputs) {
      const field = fieldOf(input.id)
      const found = validateInput(input, field?.value.trim() ?? '')
      if (found) field?.setAttribute('aria-invalid', 'true')
      else field?.removeAttribute('aria-invalid')
      message ||= found ?? ''
    }
    if (problem.textContent !== message) problem.textContent = message
    const values = Object.fromEntries(
      model.inputs.map(({ id }) => [id, withoutCommas(fieldOf(id)?.value.trim() ?? '')]),
    )
    const result = message ? { value: '–', remark: '' } : calculateValueWithInputs(model, preferred, values)
    output.textContent = result.value
    remark.textContent = result.remark
  }
  part.addEventListener('input', show)
  part.querySelector('[data-own-reset]')?.addEventListener('click', () => {
    for (const { id } of model.inputs) {
      const field = fieldOf(id)
      if (field) field.value = field.defaultValue
    }
    show()
  })
}
