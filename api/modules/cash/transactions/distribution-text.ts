/** SQL for what a distribution payment says about its record date, units and amount. */
import { type SQL, sql } from 'drizzle-orm'

/** Six decimals with thousands separators. */
const SIX = sql.raw(`'FM999,999,999,999,990.000000'`)

/** Units and amount per unit of a payment, with six decimals each: `1,012.500000 units × $4.200000`. */
export const selectUnitsTimesAmount = (units: SQL, perUnit: SQL): SQL =>
  sql`to_char((${units})::numeric, ${SIX}) || ' units × $' || to_char((${perUnit})::numeric, ${SIX})`

/**
 * When the units of a distribution were counted, in a query of `distributions` under this name: the time of
 * booking if its record date had not ended by then. Otherwise null: the units are those at the end of the
 * record date.
 */
export function recordDateTime(name: 'distribution' | 'distributions' = 'distribution'): SQL {
  const row = sql.raw(name)
  return sql`case when (${row}.created_at at time zone 'UTC')::date <= ${row}.record_date then ${row}.created_at end`
}

/** The text after the record date in the message about a payment; empty if the end of that day counts. */
export const formatRecordDateTime: SQL = sql`coalesce(
  ' (units held when it was booked, ' || to_char((${recordDateTime()}) at time zone 'UTC', 'HH24:MI') || ' UTC)', '')`
