/** The investors as they are screened: by the identity of their verification, or by the names of the account until then. */
import { type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts'
import { verifications } from '#db/schema/verifications'

/** What was said of the own identity; null until then. */
const said = (section: 'identity' | 'address', field: string): SQL<string | null> =>
  sql`(select nullif(${verifications.answers} -> ${sql.raw(`'${section}'`)} ->> ${sql.raw(`'${field}'`)}, '') from ${verifications} where ${verifications.user_id} = ${users.id})`

/** The name that is compared. */
export const screenedName: SQL<string> = sql`coalesce(${said('identity', 'full_name')}, ${users.first_name} || ' ' || ${users.last_name})`
/** The birth date, as `YYYY-MM-DD`; empty when unknown. */
export const screenedBirthDate: SQL<string> = sql`coalesce(${said('identity', 'birth_date')}, '')`
/**
 * SHA-256 of what tells an investor from another person of the same name: another one is screened again, and opens
 * dismissed matches again.
 */
export const screenedIdentity: SQL<string> = sql`encode(sha256(convert_to(concat_ws(chr(10), ${screenedName}, ${screenedBirthDate},
  coalesce(${said('identity', 'nationality')}, ''), coalesce(${said('address', 'country')}, ${users.country}, '')), 'UTF8')), 'hex')`
