import { toDecimal } from '#shared/calculations/decimal'
import type { ValuationModel } from '#shared/calculations/valuation'
import type { TokenData } from './fields.ts'

/** Units in custody at the end of the derivation, as text: the number that the register compares with. */
export const getUnitsInCustody = ({ chain }: Pick<TokenData, 'chain'>): string =>
  chain.at(-1)?.result.value ?? '0'

/** The valuation in the form used by the arithmetic module: units in custody, and the ground that they represent. */
export function createValuationModel(token: Pick<TokenData, 'chain' | 'unit' | 'valuation'>): ValuationModel {
  const units = getUnitsInCustody(token)
  const quantity = { value: toDecimal(units).times(token.unit.value), unit: token.unit.unit }
  return { ...token.valuation, quantity, units }
}
