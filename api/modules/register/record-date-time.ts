import { type SQL, sql } from 'drizzle-orm'

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
