/** The investors as they are screened: by the names of the account. */
import { type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts'

/** The name that is compared. */
export const screenedName: SQL<string> = sql`${users.first_name} || ' ' || ${users.last_name}`
/** The birth date, as `YYYY-MM-DD`; empty when unknown. */
export const screenedBirthDate: SQL<string> = sql`''`
/** SHA-256 of both: another one is screened again. */
export const screenedIdentity: SQL<string> = sql`encode(sha256(convert_to(${screenedName} || chr(10) || ${screenedBirthDate}, 'UTF8')), 'hex')`
