import { type SQL, sql } from 'drizzle-orm'

/**
 * When the units of a distribution were counted, in a query of `distributions` under this name: the moment of its
 * booking where its record date was not over then. Null of others, whose units are those at the end of the record date.
 */
export function countedAt(name: 'distribution' | 'distributions' = 'distribution'): SQL {
  const row = sql.raw(name)
  return sql`case when (${row}.created_at at time zone 'UTC')::date <= ${row}.record_date then ${row}.created_at end`
}

/** What follows the record date in the message about a payment; nothing where the end of that day counts. */
export const countedText: SQL = sql`coalesce(
  ' (units held when it was booked, ' || to_char((${countedAt()}) at time zone 'UTC', 'HH24:MI') || ' UTC)', '')`
