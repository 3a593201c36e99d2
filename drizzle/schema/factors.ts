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
import { roles } from '#shared/enums/accounts'
import { challengePurposes, factorKinds } from '#shared/enums/factors'
import { admins, sessions, users } from './accounts.ts'
import { createdAt, id, instant, line, NAME, oneOf, SUBJECT } from './columns.ts'

/** A SHA-256 in hex. */
const SHA256 = 64
/** Base64url of the longest identifier of a credential (WebAuthn Level 3, section 4): 1,023 bytes. */
const CREDENTIAL_ID = 1364

/** The account that a row belongs to: an investor's or an administrator's. */
const owner = () => ({
  role: text({ enum: roles }).notNull(),
  user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
  admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
})

/** The second factors of accounts. One of one-time codes counts only once it is confirmed. */
export const factors = pgTable(
  'factors',
  {
    id: id(),
    ...owner(),
    kind: text({ enum: factorKinds }).notNull(),
    name: line(NAME),
    created_at: createdAt(),
    /** When its owner has shown that it works. */
    confirmed_at: instant(),
    last_used_at: instant(),
    /** Of one-time codes: the shared secret, encrypted. */
    secret: varchar({ length: SUBJECT }),
    /** Of one-time codes: the time step of the last accepted code (RFC 6238), so that each counts once. */
    last_step: bigint({ mode: 'number' }).notNull().default(0),
    /** Of passkeys: as the authenticator names it, and its public key (COSE), both in base64url. */
    credential_id: varchar({ length: CREDENTIAL_ID }),
    public_key: text(),
    /** Of passkeys: the signature counter, 0 where the authenticator keeps none. */
    sign_count: bigint({ mode: 'number' }).notNull().default(0),
    /** Of passkeys: how browsers reach the authenticator. */
    transports: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('factors_credential_unique').on(t.credential_id),
    index('factors_of_user').on(t.user_id),
    index('factors_of_admin').on(t.admin_id),
    index('factors_unconfirmed').on(t.created_at).where(sql`${t.confirmed_at} is null`),
    oneOf(t.role, roles),
    oneOf(t.kind, factorKinds),
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

/** The recovery codes of an account: ten, each for one use. The first digit of a code is its position. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    ...owner(),
    position: smallint().notNull(),
    code_hash: line(255),
    created_at: createdAt(),
    used_at: instant(),
    /** When their owner said that they are kept. */
    acknowledged_at: instant(),
  },
  (t) => [
    uniqueIndex('recovery_codes_of_user').on(t.user_id, t.position),
    uniqueIndex('recovery_codes_of_admin').on(t.admin_id, t.position),
    oneOf(t.role, roles),
    check(
      'recovery_codes_one_owner',
      sql`(${t.role} = 'investor' and ${t.user_id} is not null and ${t.admin_id} is null) or (${t.role} = 'admin' and ${t.admin_id} is not null and ${t.user_id} is null)`,
    ),
  ],
)

/**
 * Challenges that wait for their answer, each for one use and five minutes. Those of sign-in are named by a token of
 * which only the hash is stored; those of a session by the session. Of a passkey sign-in the account is not known yet.
 */
export const challenges = pgTable(
  'challenges',
  {
    id: id(),
    purpose: text({ enum: challengePurposes }).notNull(),
    role: text({ enum: roles }).notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    session_id: uuid().references(() => sessions.id, { onDelete: 'cascade' }),
    token_hash: varchar({ length: SHA256 }),
    /** What an authenticator has to sign, in base64url; missing until it was asked for. */
    passkey_challenge: varchar({ length: NAME }),
    tries: integer().notNull().default(0),
    created_at: createdAt(),
    expires_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('challenges_token_hash_unique').on(t.token_hash),
    uniqueIndex('challenges_passkey_challenge_unique').on(t.passkey_challenge),
    index('challenges_of_user').on(t.user_id),
    index('challenges_of_admin').on(t.admin_id),
    index('challenges_of_session').on(t.session_id),
    index('challenges_expiry').on(t.expires_at),
    oneOf(t.role, roles),
    oneOf(t.purpose, challengePurposes),
    check('challenges_owner_of_role', sql`${t.user_id} is null or ${t.admin_id} is null`),
  ],
)
