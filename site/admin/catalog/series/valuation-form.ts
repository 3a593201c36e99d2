/** A valuation in forms and requests. Pure functions. */
import type { ValuationBody } from '#contract/catalog/admin-series'
import type { Valuation } from '#contract/catalog/series'
import type { FieldErrors } from '#core/form/form'
import type { FormVersion } from '#core/form/row-form'
import { parseDecimal } from '#core/format/parse-decimal'
import { findIssuedStatements } from '#shared/calculations/issued-statements'
import { describeIssued } from '#site/admin/kit/issued-statements.ts'

export type ValuationInput = ValuationBody['inputs'][number]

/** The inputs are a list stored as JSON, because form values are strings. */
export type ValuationValues = Record<
  'low' | 'preferred' | 'high' | 'as_of' | 'method' | 'inputs' | 'reason',
  string
>

export const valuationLabels: Record<Exclude<keyof ValuationValues, 'reason'>, string> = {
  low: 'Low (USD)',
  preferred: 'Preferred (USD)',
  high: 'High (USD)',
  as_of: 'As of',
  method: 'Method',
  inputs: 'Inputs',
}

export const parseInputs = (text: string): ValuationInput[] => JSON.parse(text)
export const serializeInputs = (inputs: readonly ValuationInput[]): string => JSON.stringify(inputs)

export const emptyInput: ValuationInput = { label: '', value: '', unit: '', source: '', as_of: '' }

/** A new valuation dated today, with the method and inputs of the last one to review. */
export const createValuationVersion = (
  last: Valuation | undefined,
  today: string,
): FormVersion<ValuationValues> => ({
  values: {
    low: '',
    preferred: '',
    high: '',
    as_of: today,
    method: last?.method ?? '',
    inputs: serializeInputs(last?.inputs ?? []),
    reason: '',
  },
  updatedAt: undefined,
})

/** A change of the preferred value, in percent up or down, that needs confirmation. */
export const LARGE_CHANGE_PERCENT = 25

/** The change between two unit values in percent; undefined from zero. */
export const calculatePercentChange = (value: string, before: string): number | undefined =>
  Number(before) === 0 ? undefined : (Number(value) / Number(before) - 1) * 100

/** Warns of past months whose statements will show other figures; undefined if there are none. */
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

/** What is missing or inconsistent. An input's field is named by its path, `inputs/0/source`, as on the server. */
export function validateValuation(values: ValuationValues, today: string): FieldErrors<ValuationValues> {
  const errors: Record<string, string> = {}
  for (const name of ['low', 'preferred', 'high'] as const)
    if (parseDecimal(values[name]) === undefined) errors[name] = 'Enter a number'
  if (Number(parseDecimal(values.low)) > Number(parseDecimal(values.preferred)))
    errors.low = 'The low value must not exceed the preferred value'
  if (Number(parseDecimal(values.high)) < Number(parseDecimal(values.preferred)))
    errors.high = 'The high value must not be below the preferred value'
  if (values.as_of === '') errors.as_of = 'Enter the valuation date'
  if (values.as_of > today) errors.as_of = 'The date cannot be in the future'
  if (values.method.trim() === '') errors.method = 'Enter the method'
  parseInputs(values.inputs).forEach((input, at) => {
    for (const name of required)
      if (input[name].trim() === '') errors[`inputs/${at}/${name}`] = 'Complete or remove this input'
    if (values.as_of !== '' && input.as_of > values.as_of)
      errors[`inputs/${at}/as_of`] = 'The input date must not be after the valuation date'
  })
  return errors as FieldErrors<ValuationValues>
}

/** The request body of a complete form. */
export const toValuationBody = ({
  as_of,
  method,
  inputs,
  ...values
}: Omit<ValuationValues, 'reason'>): ValuationBody => ({
  low: parseDecimal(values.low) ?? '',
  preferred: parseDecimal(values.preferred) ?? '',
  high: parseDecimal(values.high) ?? '',
  as_of,
  method,
  inputs: parseInputs(inputs),
})
