import { type SQL, sql } from 'drizzle-orm'

/** Units and amount per unit of a payment in words, with six decimals each: `12.500000 units × $4.200000`. */
export const computedText = (units: SQL, perUnit: SQL): SQL =>
  sql`(${units})::numeric(18, 6)::text || ' units × $' || (${perUnit})::numeric(20, 6)::text`
