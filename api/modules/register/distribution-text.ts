import { type SQL, sql } from 'drizzle-orm'

/** Six decimals with thousands separators. */
const SIX = sql.raw(`'FM999,999,999,999,990.000000'`)

/** Units and amount per unit of a payment, with six decimals each: `1,012.500000 units × $4.200000`. */
export const selectUnitsTimesAmount = (units: SQL, perUnit: SQL): SQL =>
  sql`to_char((${units})::numeric, ${SIX}) || ' units × $' || to_char((${perUnit})::numeric, ${SIX})`
