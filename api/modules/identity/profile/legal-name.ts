import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName } from '#db/full-name-sql'

/**
 * The name of an investor on papers that others rely on: the one that was verified last, or that of the profile before the
 * first verification. `investor` names a row of `users`.
 */
export const getLegalName = (investor: SQLWrapper): SQL<string> =>
  sql<string>`coalesce(nullif(${investor}.verified_name, ''), ${fullName(investor)})`
