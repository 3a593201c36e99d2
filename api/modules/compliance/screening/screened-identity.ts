/**
 * The investor identities that are screened: every name an account is known by, and the date of birth in its
 * form.
 */

import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { fullName } from '#db/full-name-sql'
import { verificationDecisions, verifications } from '#db/schema/compliance/verifications'
import { users } from '#db/schema/identity/accounts'

/** A field of the form; null if empty. */
const said = (section: 'identity' | 'address' | 'entity', field: string): SQL<string | null> =>
  sql`nullif(${verifications.answers} -> ${sql.raw(`'${section}'`)} ->> ${sql.raw(`'${field}'`)}, '')`

/** The current name of an account. */
export const accountName: SQL<string> = fullName(users)
const formName = said('identity', 'full_name')
const birthDate = said('identity', 'birth_date')
const entityName = said('entity', 'name')

/** Whether compliance has accepted the identity item, for a query that joins `users`. */
export const isIdentityAccepted: SQL<boolean> = sql<boolean>`exists (
  select from ${verificationDecisions} where ${verificationDecisions.user_id} = ${users.id}
    and ${verificationDecisions.item} = 'identity' and ${verificationDecisions.decision} = 'accepted')`

/**
 * SHA-256 of an identity. Values that not every account has are appended, so that other hashes do not change
 * when another name is added to the comparison.
 */
const hashOf = (isChecked: SQL): SQL<string> => sql`encode(sha256(convert_to(concat_ws(chr(10),
  coalesce(${formName}, ${accountName}), coalesce(${birthDate}, ''),
  coalesce(${said('identity', 'nationality')}, ''), coalesce(${said('address', 'country')}, ${users.country}, ''),
  'account ' || nullif(${accountName}, coalesce(${formName}, ${accountName})),
  'verified ' || case when ${users.verified_name} not in
    ('', btrim(${accountName}), coalesce(btrim(${formName}), ''), coalesce(btrim(${entityName}), '')) then ${users.verified_name} end,
  'entity ' || ${entityName},
  'people ' || nullif(jsonb_path_query_array(${verifications.answers}, '$.entity.people[*].full_name ? (@ != "")')::text, '[]'),
  case when ${birthDate} is not null and not ${isChecked} then 'birth date not checked' end), 'UTF8')), 'hex')`

/** A value of the account and its form, for a query that joins `users`. */
const ofForm = <T>(value: SQL<T>): SQL<T> =>
  sql<T>`(select ${value} from (select) as account left join ${verifications} on ${verifications.user_id} = ${users.id})`

/** The date of birth in the form; null if there is none. */
export const typedBirthDate = ofForm(birthDate)

/**
 * SHA-256 of what distinguishes an investor from another person of the same name. When it changes, the
 * investor is screened again and cleared matches are reopened.
 */
export const screenedIdentityHash = ofForm(hashOf(isIdentityAccepted))
/** The same, as it was before the date of birth was checked. */
export const uncheckedIdentity = ofForm(hashOf(sql`false`))

/**
 * Whether a stored hash matches the current identity. A date of birth that has since been checked makes no
 * difference: until then it could only raise a score.
 */
export const isPresentIdentity = (stored: SQLWrapper): SQL<boolean> =>
  ofForm(sql<boolean>`(${stored} = ${hashOf(isIdentityAccepted)} or ${stored} = ${hashOf(sql`false`)})`)
