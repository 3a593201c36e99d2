/** The investors as they are screened: by the identity of their verification, or by the names of the account until then. */
import { type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts'
import { verifications } from '#db/schema/verifications'

/** What was said of the own identity; null until then. */
const said = (field: 'full_name' | 'birth_date'): SQL<string | null> =>
  sql`(select nullif(${verifications.answers} -> 'identity' ->> ${sql.raw(`'${field}'`)}, '') from ${verifications} where ${verifications.user_id} = ${users.id})`

/** The name that is compared. */
export const screenedName: SQL<string> = sql`coalesce(${said('full_name')}, ${users.first_name} || ' ' || ${users.last_name})`
/** The birth date, as `YYYY-MM-DD`; empty when unknown. */
export const screenedBirthDate: SQL<string> = sql`coalesce(${said('birth_date')}, '')`
/** SHA-256 of both: another one is screened again. */
export const screenedIdentity: SQL<string> = sql`encode(sha256(convert_to(${screenedName} || chr(10) || ${screenedBirthDate}, 'UTF8')), 'hex')`
