import type { Valuation as ServedValuation } from '#contract/catalog/series'

type ValuationInput = ServedValuation['inputs'][number]

/** The current unit value for each valuation day. */
export interface DailyUnitValue {
  day: string
  low: string
  preferred: string
  high: string
  method: string
  inputs: readonly ValuationInput[]
}

interface Valuation {
  id: number
  as_of: string
  low: string
  preferred: string
  high: string
  method: string
  inputs: readonly ValuationInput[]
}

/** Oldest day first; if a day has several valuations, the one entered last. */
export function listUnitValuesByDay(valuations: readonly Valuation[]): DailyUnitValue[] {
  const days = new Map<string, Valuation>()
  for (const valuation of valuations) {
    const known = days.get(valuation.as_of)
    if (!known || known.id < valuation.id) days.set(valuation.as_of, valuation)
  }
  return [...days.values()]
    .sort((a, b) => (a.as_of < b.as_of ? -1 : 1))
    .map(({ as_of, low, preferred, high, method, inputs }) => ({
      day: as_of,
      low,
      preferred,
      high,
      method,
      inputs,
    }))
}
