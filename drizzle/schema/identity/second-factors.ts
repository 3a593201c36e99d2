import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  id,
  isOneOfCheck,
  NAME_LENGTH,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
} from '#db/schema/column-types'
import { accountRealms } from '#shared/enums/accounts'
import { challengePurposes, factorTypes } from '#shared/enums/factors'
import { admins, sessions, users } from './accounts.ts'

/** A hex SHA-256. */
const SHA256 = 64
/** Base64url of the longest credential identifier (WebAuthn Level 3, section 4): 1,023 bytes. */
const CREDENTIAL_ID = 1364

/** The account that a row belongs to: an investor's or an administrator's. */
const owner = () => ({
  role: text({ enum: accountRealms }).notNull(),
  user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
  admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
})

/** Second factors of accounts. An authenticator app counts only once it is confirmed. */
export const factors = pgTable(
  'factors',
  {
    id: id(),
    ...owner(),
    kind: text({ enum: factorTypes }).notNull(),
    name: requiredText(NAME_LENGTH),
    created_at: createdAt(),
    /** When its owner proved that it works. */
    confirmed_at: timestampColumn(),
    last_used_at: timestampColumn(),
    /** Authenticator apps: the shared secret, encrypted. */
    secret: varchar({ length: SUBJECT_LENGTH }),
    /** Authenticator apps: the time step of the last accepted code (RFC 6238), so that each code counts once. */
    last_step: bigint({ mode: 'number' }).notNull().default(0),
    /** Passkeys: the authenticator's credential id and public key (COSE), both in base64url. */
    credential_id: varchar({ length: CREDENTIAL_ID }),
    public_key: text(),
    /** Passkeys: the signature counter, 0 if the authenticator keeps none. */
    sign_count: bigint({ mode: 'number' }).notNull().default(0),
    /** Passkeys: how browsers reach the authenticator. */
    transports: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('factors_credential_unique').on(t.credential_id),
    index('factors_of_user').on(t.user_id),
    index('factors_of_admin').on(t.admin_id),
    index('factors_unconfirmed').on(t.created_at).where(sql`${t.confirmed_at} is null`),
    isOneOfCheck(t.role, accountRealms),
    isOneOfCheck(t.kind, factorTypes),
    check(
      'factors_one_owner',
      sql`(${t.role} = 'investor' and ${t.user_id} is not null and ${t.admin_id} is null) or (${t.role} = 'admin' and ${t.admin_id} is not null and ${t.user_id} is null)`,
    ),
    check(
      'factors_complete',
      sql`(${t.kind} = 'totp' and ${t.secret} is not null and ${t.credential_id} is null) or (${t.kind} = 'passkey' and ${t.secret} is null and ${t.credential_id} is not null and ${t.public_key} is not null and ${t.confirmed_at} is not null)`,
    ),
  ],
)

/** Recovery codes of an account: ten, each for one use. The first digit of a code is its position. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    ...owner(),
    position: smallint().notNull(),
    code_hash: requiredText(255),
    created_at: createdAt(),
    used_at: timestampColumn(),
    /** When their owner confirmed having saved them. */
    acknowledged_at: timestampColumn(),
  },
  (t) => [
    uniqueIndex('recovery_codes_of_user').on(t.user_id, t.position),
    uniqueIndex('recovery_codes_of_admin').on(t.admin_id, t.position),
    isOneOfCheck(t.role, accountRealms),
    check(
      'recovery_codes_one_owner',
      sql`(${t.role} = 'investor' and ${t.user_id} is not null and ${t.admin_id} is null) or (${t.role} = 'admin' and ${t.admin_id} is not null and ${t.user_id} is null)`,
    ),
  ],
)

/**
 * Open challenges, each for one use and valid for five minutes. Sign-in challenges are identified by a token of which
 * only the hash is stored, session challenges by the session. For a passkey sign-in the account is not known yet.
 */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    purpose: text({ enum: challengePurposes }).notNull(),
    role: text({ enum: accountRealms }).notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    session_id: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    token_hash: varchar({ length: SHA256 }),
    /** What an authenticator must sign, in base64url; missing until requested. */
    passkey_challenge: varchar({ length: NAME_LENGTH }),
    tries: integer().notNull().default(0),
    created_at: createdAt(),
    expires_at: timestampColumn().notNull(),
  },
  (t) => [
    uniqueIndex('challenges_token_hash_unique').on(t.token_hash),
    uniqueIndex('challenges_passkey_challenge_unique').on(t.passkey_challenge),
    index('challenges_of_user').on(t.user_id),
    index('challenges_of_admin').on(t.admin_id),
    index('challenges_of_session').on(t.session_id),
    index('challenges_expiry').on(t.expires_at),
    isOneOfCheck(t.role, accountRealms),
    isOneOfCheck(t.purpose, challengePurposes),
    check('challenges_owner_of_role', sql`${t.user_id} is null or ${t.admin_id} is null`),
  ],
)
