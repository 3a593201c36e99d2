import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The name of an account, as `formatFullName` in `shared/full-name.ts` formats it. `account` is a row of `users`. */
export const fullName = (account: SQLWrapper): SQL<string> =>
  sql<string>`btrim(${account}.first_name || ' ' || ${account}.last_name)`
