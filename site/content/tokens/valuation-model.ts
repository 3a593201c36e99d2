import { decimal } from '#shared/asset/decimal'
import type { ValuationModel } from '#shared/asset/valuation'
import type { TokenData } from './fields.ts'

/** Units held at the end of the chain from ground to unit, as text: the number that the register compares with. */
export const unitsHeld = ({ chain }: Pick<TokenData, 'chain'>): string => chain.at(-1)?.result.value ?? '0'

/** The valuation as the module of the arithmetic takes it: units held, and the ground that they stand for. */
export function valuationModel(token: Pick<TokenData, 'chain' | 'unit' | 'valuation'>): ValuationModel {
  const units = unitsHeld(token)
  const quantity = { value: decimal(units).times(token.unit.value), unit: token.unit.unit }
  return { ...token.valuation, quantity, units }
}
