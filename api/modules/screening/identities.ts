/** The investors as they are screened: by every name that their account is known by, and the birth date of their form. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { users } from '#db/schema/accounts'
import { verificationDecisions, verifications } from '#db/schema/verifications'

/** A part of the form; null while it is empty. */
const said = (section: 'identity' | 'address' | 'entity', field: string): SQL<string | null> =>
  sql`nullif(${verifications.answers} -> ${sql.raw(`'${section}'`)} ->> ${sql.raw(`'${field}'`)}, '')`

/** The present name of an account. */
export const accountName: SQL<string> = sql<string>`${users.first_name} || ' ' || ${users.last_name}`
const formName = said('identity', 'full_name')
const birthDate = said('identity', 'birth_date')
const entityName = said('entity', 'name')

/** Whether compliance has accepted the item with the birth date, for a select that joins `users`. */
export const isIdentityAccepted: SQL<boolean> = sql<boolean>`exists (
  select from ${verificationDecisions} where ${verificationDecisions.user_id} = ${users.id}
    and ${verificationDecisions.item} = 'identity' and ${verificationDecisions.decision} = 'accepted')`

/**
 * SHA-256 of an identity. What not every account has is added at the end: the hash of the others stays what it is when
 * a further name is compared.
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

/** A value of the account and its form, for a select that joins `users`. */
const ofForm = <T>(value: SQL<T>): SQL<T> =>
  sql<T>`(select ${value} from (select) as account left join ${verifications} on ${verifications.user_id} = ${users.id})`

/** The birth date of the form; null without one. */
export const typedBirthDate = ofForm(birthDate)

/**
 * SHA-256 of what tells an investor from another person of the same name: another one is screened again, and opens
 * dismissed matches again.
 */
export const screenedIdentity = ofForm(hashOf(isIdentityAccepted))
/** The same before anybody checked the birth date. */
export const uncheckedIdentity = ofForm(hashOf(sql`false`))

/**
 * Whether a stored hash is that of the present identity. A birth date that was checked since changes nothing: before, it
 * only added to a score.
 */
export const isPresentIdentity = (stored: SQLWrapper): SQL<boolean> =>
  ofForm(sql<boolean>`(${stored} = ${hashOf(isIdentityAccepted)} or ${stored} = ${hashOf(sql`false`)})`)
