import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * The name of an investor on papers that others rely on: the one that was verified last, or that of the profile before the
 * first verification. `investor` names a row of `users`.
 */
export const legalName = (investor: SQLWrapper): SQL<string> =>
  sql<string>`coalesce(nullif(${investor}.verified_name, ''), btrim(${investor}.first_name || ' ' || ${investor}.last_name))`
