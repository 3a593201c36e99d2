/** A valuation in a form and in a request. Pure. */
import type { ValuationBody } from '#contract/admin-series'
import type { Valuation } from '#contract/series'
import type { FieldErrors } from '#core/form/form'
import type { Version } from '#core/form/row-form'
import { readDecimal } from '#core/format/decimal'
import { findIssuedStatements } from '#shared/asset/issued-statements'
import { describeIssued } from '#site/admin/shared/issued-statements.ts'

export type ValuationInput = ValuationBody['inputs'][number]

/** The inputs are a list, kept as JSON: the values of a form are texts. */
export type ValuationValues = Record<
  'low' | 'preferred' | 'high' | 'as_of' | 'method' | 'inputs' | 'reason',
  string
>

export const valuationLabels: Record<Exclude<keyof ValuationValues, 'reason'>, string> = {
  low: 'Low in USD',
  preferred: 'Preferred in USD',
  high: 'High in USD',
  as_of: 'As of',
  method: 'Method',
  inputs: 'Inputs',
}

export const readInputs = (text: string): ValuationInput[] => JSON.parse(text)
export const writeInputs = (inputs: readonly ValuationInput[]): string => JSON.stringify(inputs)

export const emptyInput: ValuationInput = { label: '', value: '', unit: '', source: '', as_of: '' }

/** A new valuation of today, with the method and the inputs of the last one to go over. */
export const newValuation = (last: Valuation | undefined, today: string): Version<ValuationValues> => ({
  values: {
    low: '',
    preferred: '',
    high: '',
    as_of: today,
    method: last?.method ?? '',
    inputs: writeInputs(last?.inputs ?? []),
    reason: '',
  },
  updatedAt: undefined,
})

/** A change of the preferred value in percent, up or down, that is asked about. */
export const LARGE_CHANGE = 25

/** The change from one value of a unit to the next, in percent; undefined from zero. */
export const changeOf = (value: string, before: string): number | undefined =>
  Number(before) === 0 ? undefined : (Number(value) / Number(before) - 1) * 100

/** Warns of the past months whose statements show other figures from now on; undefined when there are none. */
export function describeRestated(
  asOf: string,
  valuations: readonly Pick<Valuation, 'as_of'>[],
  today: string,
): string | undefined {
  const days = valuations.map(({ as_of }) => as_of).sort()
  const next = days.find((day) => day > asOf)
  const issued = days.some((day) => day <= asOf) ? 'with the earlier value' : 'without this value'
  return describeIssued(findIssuedStatements(asOf, next, today), issued, 'show this one')
}

const required = ['label', 'value', 'source', 'as_of'] as const

/** What is missing or contradicts itself. An input's is named by its path, `inputs/0/source`, as the server names it. */
export function checkValuation(values: ValuationValues, today: string): FieldErrors<ValuationValues> {
  const errors: Record<string, string> = {}
  for (const name of ['low', 'preferred', 'high'] as const)
    if (readDecimal(values[name]) === undefined) errors[name] = 'Enter a number'
  if (Number(readDecimal(values.low)) > Number(readDecimal(values.preferred)))
    errors.low = 'The low value must not be above the preferred one'
  if (Number(readDecimal(values.high)) < Number(readDecimal(values.preferred)))
    errors.high = 'The high value must not be below the preferred one'
  if (values.as_of === '') errors.as_of = 'Enter the day of the valuation'
  if (values.as_of > today) errors.as_of = 'Enter today or an earlier day: it says what was, not what will be'
  if (values.method.trim() === '') errors.method = 'Enter the method'
  readInputs(values.inputs).forEach((input, at) => {
    for (const name of required)
      if (input[name].trim() === '') errors[`inputs/${at}/${name}`] = 'Fill in or remove the input'
    if (values.as_of !== '' && input.as_of > values.as_of)
      errors[`inputs/${at}/as_of`] = 'The day of an input must not be after that of the valuation'
  })
  return errors as FieldErrors<ValuationValues>
}

/** The request body of a complete form. */
export const bodyOf = ({
  as_of,
  method,
  inputs,
  ...values
}: Omit<ValuationValues, 'reason'>): ValuationBody => ({
  low: readDecimal(values.low) ?? '',
  preferred: readDecimal(values.preferred) ?? '',
  high: readDecimal(values.high) ?? '',
  as_of,
  method,
  inputs: readInputs(inputs),
})
