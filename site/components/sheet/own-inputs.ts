/** The unit value with a reader's own inputs, by the module that checks the valuation. */
import { decimal, roundTo } from '#shared/asset/decimal'
import {
  type InputValues,
  unitValue,
  type ValuationInput,
  type ValuationModel,
} from '#shared/asset/valuation'
import { dollars } from './words.ts'

/** A share is 100% at most; an adjustment of a yardstick may raise the value. */
const mostPercent = (high: ValuationInput['high']): number => (Number(high) > 100 ? 300 : 100)

/** What is typed, without commas between its thousands. */
const withoutCommas = (text: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text

/** What a field has to hold: a number of percent, or of dollars from 0 on. Null when it does. */
export function findProblem(
  { label, unit, preferred, high }: Pick<ValuationInput, 'label' | 'unit' | 'preferred' | 'high'>,
  text: string,
): string | null {
  const number = withoutCommas(text)
  const isNumber = /^\d{1,9}(\.\d{1,6})?$/.test(number)
  if (unit !== '%')
    return isNumber ? null : `${label}: enter dollars with a decimal point, such as ${preferred}.`
  const most = mostPercent(high)
  return isNumber && Number(number) <= most
    ? null
    : `${label}: enter a percentage from 0 to ${most}, such as ${preferred}.`
}

/** The value of a unit in cents as text, and what to say of it beside the preferred one. */
export function valueWith(model: ValuationModel, preferred: string, values: InputValues) {
  const value = roundTo(unitValue(model, values), 2)
  const base = decimal(preferred)
  const change = base.eq(0) ? null : value.minus(base).div(base).times(100)
  const percent = change && `${change.gt(0) ? '+' : ''}${change.toFixed(1)}%`
  return {
    value: dollars(value.toFixed(2)),
    remark: value.eq(base)
      ? 'The preferred value.'
      : `${percent ?? ''} against the preferred ${dollars(preferred)}.`.trim(),
  }
}

export function startOwnInputs(model: ValuationModel, preferred: string): void {
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
      const found = findProblem(input, field?.value.trim() ?? '')
      if (found) field?.setAttribute('aria-invalid', 'true')
      else field?.removeAttribute('aria-invalid')
      message ||= found ?? ''
    }
    if (problem.textContent !== message) problem.textContent = message
    const values = Object.fromEntries(
      model.inputs.map(({ id }) => [id, withoutCommas(fieldOf(id)?.value.trim() ?? '')]),
    )
    const result = message ? { value: '–', remark: '' } : valueWith(model, preferred, values)
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
