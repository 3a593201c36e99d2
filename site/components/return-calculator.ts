export interface ReturnInput {
  /** Initial amount in US dollars. */
  amount: number
  /** Percent per year, before the fee. */
  annualReturn: number
  /** Percent per year of the value after that year's return. */
  annualFee: number
  /** Whole years. */
  years: number
}

export interface ReturnResult {
  finalValue: number
  gain: number
  /** How much higher the result would be without the fee. */
  feeCost: number
}

/** Compounds annually: value × (1 + return) × (1 − fee), for a number of years. US dollars. */
export function calculateReturn({ amount, annualReturn, annualFee, years }: ReturnInput): ReturnResult {
  const growth = 1 + annualReturn / 100
  const finalValue = amount * (growth * (1 - annualFee / 100)) ** years
  return { finalValue, gain: finalValue - amount, feeCost: amount * growth ** years - finalValue }
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Whole dollars, because an illustration is not accurate to the cent. Adding zero turns a rounded -0 into 0. */
export const formatMoney = (value: number): string => money.format(Math.round(value) + 0)

/** The validation message of a field. */
function explain(field: HTMLInputElement): string {
  const name = field.labels?.[0]?.textContent?.trim() ?? field.name
  const [low, high] = [field.min, field.max].map((bound) => Number(bound).toLocaleString('en-US'))
  return `${name}: enter ${field.step === '1' ? 'a whole number' : 'a number'} from ${low} to ${high}.`
}

function readInput(calculator: HTMLElement): ReturnInput {
  const read = (name: keyof ReturnInput) =>
    calculator.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.valueAsNumber ?? Number.NaN
  return {
    amount: read('amount'),
    annualReturn: read('annualReturn'),
    annualFee: read('annualFee'),
    years: read('years'),
  }
}

function update(calculator: HTMLElement) {
  const fields = [...calculator.querySelectorAll('input')]
  const invalid = fields.find((field) => !field.validity.valid)
  for (const field of fields) {
    if (field === invalid) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }
  const element = calculator.querySelector('[role="alert"]')
  const problem = invalid ? explain(invalid) : ''
  if (element && element.textContent !== problem) element.textContent = problem
  const result = invalid ? undefined : calculateReturn(readInput(calculator))
  for (const output of calculator.querySelectorAll('output')) {
    output.value = result ? formatMoney(result[output.name as keyof ReturnResult]) : '–'
  }
}

/** Makes every calculator on the page update as its fields change. */
export function initReturnCalculators(): void {
  for (const calculator of document.querySelectorAll<HTMLElement>('[data-return-calculator]')) {
    calculator.addEventListener('input', () => update(calculator))
  }
}
