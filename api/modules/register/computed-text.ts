import { type SQL, sql } from 'drizzle-orm'

/** Units and amount per unit of a payment in words, with six decimals each: `1,012.500000 units × $4.200000`. */
/** Six decimals with separators of thousands. */
const SIX = sql.raw(`'FM999,999,999,999,990.000000'`)

export const computedText = (units: SQL, perUnit: SQL): SQL =>
  sql`to_char((${units})::numeric, ${SIX}) || ' units × $' || to_char((${perUnit})::numeric, ${SIX})`
