import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import {
  collateAlphabetically,
  createdAt,
  EMAIL_LENGTH,
  IP_ADDRESS_LENGTH,
  id,
  isNonEmptySubsetCheck,
  isNotBlankCheck,
  isOneOfCheck,
  LONG_TEXT_LENGTH,
  NAME_LENGTH,
  newestFirst,
  optionalText,
  PHONE_LENGTH,
  requiredText,
  SUBJECT_LENGTH,
  timestampColumn,
  URL_LENGTH,
  updatedAt,
} from '#db/schema/column-types'
import { accountEventTypes } from '#shared/enums/account-events'
import { accountRealms, adminRoles, emailDisputeDecisions, emailLinkTypes } from '#shared/enums/accounts'
import { factorMethods, signInMethods } from '#shared/enums/factors'

/** Length of the name of a person or an entity. */
export const LEGAL_NAME = 255

/** Length of a password hash in PHC form, or of a hex SHA-256, with room for stronger parameters. */
const HASH = 255

/**
 * Investors. Deleting one erases personal data and sets `deleted_at`; the row stays because transactions reference it,
 * and its email can be registered again.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: varchar({ length: NAME_LENGTH }),
    email: requiredText(EMAIL_LENGTH),
    /** Whether the owner has followed a link sent to the address. Only registration requires it. */
    email_confirmed: boolean().notNull().default(true),
    /**
     * When the current email was confirmed by its mailbox alone, without the account's password or session; null once
     * someone has proven to have both. The account may have been created by someone else for that address.
     */
    mailbox_confirmed_at: timestampColumn(),
    password_hash: requiredText(HASH),
    first_name: requiredText(NAME_LENGTH),
    /** Empty for people with a single name. */
    last_name: optionalText(NAME_LENGTH),
    phone: optionalText(PHONE_LENGTH),
    country: optionalText(NAME_LENGTH),
    linkedin: optionalText(URL_LENGTH),
    twitter: optionalText(URL_LENGTH),
    telegram: optionalText(SUBJECT_LENGTH),
    is_active: boolean().notNull().default(true),
    is_verified: boolean().notNull().default(false),
    /**
     * The name under which the investor was last verified, printed on certificates and statements: the name in the
     * verification, or in the profile if verified manually; empty before. Maintained by the trigger
     * `keep_verified_name`.
     */
    verified_name: optionalText(LEGAL_NAME),
    deleted_at: timestampColumn(),
    /** When its owner wants the account closed, and what has stopped that; empty while nothing prevents it. */
    closes_at: timestampColumn(),
    closing_obstacle: optionalText(LONG_TEXT_LENGTH),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_login_at: timestampColumn(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`).where(sql`${t.deleted_at} is null`),
    uniqueIndex('users_username_unique').on(sql`lower(${t.username})`).where(sql`${t.deleted_at} is null`),
    index('users_newest')
      .on(newestFirst(t.created_at), newestFirst(t.id))
      .where(sql`${t.deleted_at} is null`),
    index('users_closing').on(t.closes_at).where(sql`${t.closes_at} is not null`),
    index('users_by_first_name')
      .on(collateAlphabetically(t.first_name), t.id)
      .where(sql`${t.deleted_at} is null`),
    index('users_by_last_name')
      .on(collateAlphabetically(t.last_name), t.id)
      .where(sql`${t.deleted_at} is null`),
    check(
      'users_complete_or_deleted',
      sql`${t.deleted_at} is not null or (${t.email} <> '' and ${t.first_name} <> '' and ${t.password_hash} <> '')`,
    ),
  ],
)

/**
 * Addresses that accounts have proven to own, including former ones; maintained by the trigger `keep_confirmed_email`
 * of users. Messages written under an address belong to the account that confirmed it last. In lower case.
 */
export const confirmedEmails = pgTable(
  'confirmed_emails',
  {
    email: varchar({ length: EMAIL_LENGTH }).primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    confirmed_at: createdAt(),
  },
  (t) => [
    index('confirmed_emails_of_user').on(t.user_id),
    check('confirmed_emails_lower_case', sql`${t.email} = lower(${t.email})`),
    isNotBlankCheck(t.email),
  ],
)

/**
 * Administrators. Deleting one ends the account and sets `deleted_at`; the row stays because the audit log and other
 * rows name the person. The username is never reused; the email can be.
 */
export const admins = pgTable(
  'admins',
  {
    id: id(),
    username: requiredText(NAME_LENGTH),
    email: requiredText(EMAIL_LENGTH),
    password_hash: requiredText(HASH),
    /** Whether the password was set by someone else: the owner must choose another one first. */
    must_change_password: boolean().notNull().default(false),
    /** Administrators from before roles existed could do everything. */
    roles: text({ enum: adminRoles }).array().notNull().default(['owner']),
    is_active: boolean().notNull().default(true),
    deleted_at: timestampColumn(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_login_at: timestampColumn(),
  },
  (t) => [
    isNonEmptySubsetCheck(t.roles, adminRoles),
    uniqueIndex('admins_username_unique').on(sql`lower(${t.username})`),
    uniqueIndex('admins_email_unique').on(sql`lower(${t.email})`).where(sql`${t.deleted_at} is null`),
    check('admins_deleted_not_active', sql`${t.deleted_at} is null or not ${t.is_active}`),
    isNotBlankCheck(t.username),
    isNotBlankCheck(t.email),
    isNotBlankCheck(t.password_hash),
  ],
)

/** A signed-in browser. `id` is the `sid` claim of its access tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    role: text({ enum: accountRealms }).notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    refresh_token_hash: requiredText(HASH),
    /** The previous token and when it was exchanged: the exchange may be repeated for a short time. */
    previous_token_hash: varchar({ length: HASH }),
    exchanged_at: timestampColumn(),
    created_at: createdAt(),
    last_used_at: timestampColumn().notNull().defaultNow(),
    /** When its owner last confirmed with a second factor, or with the password of an account without one. */
    confirmed_at: timestampColumn(),
    expires_at: timestampColumn().notNull(),
    revoked_at: timestampColumn(),
    revoked_reason: optionalText(NAME_LENGTH),
    ip_address: optionalText(IP_ADDRESS_LENGTH),
    user_agent: optionalText(SUBJECT_LENGTH * 3),
    /** Empty for sessions from before it was stored. */
    signed_in_with: text({ enum: ['', ...signInMethods] })
      .notNull()
      .default(''),
  },
  (t) => [
    isOneOfCheck(t.signed_in_with, ['', ...signInMethods]),
    uniqueIndex('sessions_refresh_token_hash_unique').on(t.refresh_token_hash),
    index('sessions_open_of_user').on(t.user_id).where(sql`${t.revoked_at} is null`),
    index('sessions_open_of_admin').on(t.admin_id).where(sql`${t.revoked_at} is null`),
    index('sessions_expiry').on(t.expires_at),
    index('sessions_ended').on(t.revoked_at).where(sql`${t.revoked_at} is not null`),
    isOneOfCheck(t.role, accountRealms),
    check(
      'sessions_one_owner',
      sql`(${t.role} = 'investor' and ${t.user_id} is not null and ${t.admin_id} is null) or (${t.role} = 'admin' and ${t.admin_id} is not null and ${t.user_id} is null)`,
    ),
  ],
)

/**
 * Exchanged refresh tokens of the older type that did not name their session; at most one per session. Reuse means that
 * the token was stolen.
 */
export const retiredRefreshTokens = pgTable(
  'retired_refresh_tokens',
  {
    token_hash: varchar({ length: HASH }).primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    retired_at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [
    index('retired_refresh_tokens_of_session').on(t.session_id),
    // The old ones are searched every few minutes, among millions.
    index('retired_refresh_tokens_by_age').on(t.retired_at),
  ],
)

/** Every sign-in attempt. `email` is the typed text: for an administrator it may be a username. */
export const loginRecords = pgTable(
  'login_records',
  {
    id: id(),
    role: text({ enum: accountRealms }).notNull().default('investor'),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    email: optionalText(EMAIL_LENGTH),
    success: boolean().notNull(),
    failure_reason: optionalText(NAME_LENGTH),
    /** The second factor, or the passkey alone, used for a successful sign-in; empty for a password. */
    factor: text({ enum: ['', ...factorMethods] })
      .notNull()
      .default(''),
    ip_address: optionalText(IP_ADDRESS_LENGTH),
    user_agent: optionalText(SUBJECT_LENGTH * 3),
    browser: optionalText(NAME_LENGTH),
    os: optionalText(NAME_LENGTH),
    city: optionalText(SUBJECT_LENGTH),
    country: optionalText(NAME_LENGTH),
    /** ISO 3166-1 alpha-2, empty if unknown. */
    country_code: optionalText(2),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    login_time: timestampColumn().notNull().defaultNow(),
  },
  (t) => [
    index('login_records_newest').on(newestFirst(t.login_time), newestFirst(t.id)),
    index('login_records_of_user').on(t.user_id, newestFirst(t.login_time), newestFirst(t.id)),
    index('login_records_of_admin').on(t.admin_id),
    isOneOfCheck(t.role, accountRealms),
    isOneOfCheck(t.factor, ['', ...factorMethods]),
  ],
)

/** Length of a hex SHA-256. */
const SHA256 = 64

/**
 * Links in emails, each valid for one use. Reading this table does not allow following them: it contains only hashes.
 */
export const accountLinks = pgTable(
  'account_links',
  {
    id: id(),
    kind: text({ enum: emailLinkTypes }).notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    token_hash: requiredText(SHA256),
    /** The address it was sent to: for a `change` the new one, for an `undo` the one being replaced. */
    email: requiredText(EMAIL_LENGTH),
    /**
     * What the email with an `undo` or a `not_me` reported, and when, with which device and where; empty for other
     * links.
     */
    event: optionalText(URL_LENGTH),
    event_at: timestampColumn(),
    event_device: optionalText(URL_LENGTH),
    event_place: optionalText(URL_LENGTH),
    expires_at: timestampColumn().notNull(),
    /** When it was followed, or otherwise ended. */
    used_at: timestampColumn(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('account_links_token_hash_unique').on(t.token_hash),
    index('account_links_of_user').on(t.user_id, t.kind),
    index('account_links_of_admin').on(t.admin_id, t.kind),
    index('account_links_expiry').on(t.expires_at),
    index('account_links_former_email').on(sql`lower(${t.email})`).where(sql`${t.kind} = 'undo'`),
    // Links sent to addresses before anyone has proven to own them.
    index('account_links_unproven_email')
      .on(sql`lower(${t.email})`, t.created_at)
      .where(sql`${t.kind} in ('confirm', 'change')`),
    isOneOfCheck(t.kind, emailLinkTypes),
    check('account_links_one_owner', sql`(${t.user_id} is null) <> (${t.admin_id} is null)`),
  ],
)

/**
 * Email changes disputed from a former address. While a dispute is open, the account is frozen (`is_active` is false);
 * an administrator decides which address it keeps.
 */
export const emailDisputes = pgTable(
  'email_disputes',
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    /** The address that disputes the change. */
    former_email: requiredText(EMAIL_LENGTH),
    /** The account's address when the change was disputed. */
    present_email: requiredText(EMAIL_LENGTH),
    /** Factors added from this time on may belong to whoever requested the change. */
    suspect_since: timestampColumn().notNull(),
    created_at: createdAt(),
    decision: text({ enum: emailDisputeDecisions }),
    decided_at: timestampColumn(),
    /** Empty for a decision made in the terminal. */
    decided_by: integer().references(() => admins.id),
    reason: optionalText(LONG_TEXT_LENGTH),
  },
  (t) => [
    uniqueIndex('email_disputes_open_of_user').on(t.user_id).where(sql`${t.decision} is null`),
    uniqueIndex('email_disputes_open_of_admin').on(t.admin_id).where(sql`${t.decision} is null`),
    index('email_disputes_open_former').on(sql`lower(${t.former_email})`).where(sql`${t.decision} is null`),
    index('email_disputes_of_user').on(t.user_id),
    index('email_disputes_of_admin').on(t.admin_id),
    index('email_disputes_decided_by').on(t.decided_by),
    check('email_disputes_one_owner', sql`(${t.user_id} is null) <> (${t.admin_id} is null)`),
    check('email_disputes_decided', sql`(${t.decision} is null) = (${t.decided_at} is null)`),
    check(
      'email_disputes_decision_known',
      sql`${t.decision} is null or ${t.decision} in ('keep', 'restore')`,
    ),
  ],
)

/**
 * What an investor did with the account, besides signing in (`login_records`): each row is added in the transaction of
 * the change. Removed with the account, and after the days covered by the activity list.
 */
export const accountEvents = pgTable(
  'account_events',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: accountEventTypes }).notNull(),
    /** The subject, such as the name of a device or the period of a statement. */
    detail: optionalText(SUBJECT_LENGTH),
    ip_address: optionalText(IP_ADDRESS_LENGTH),
    user_agent: optionalText(SUBJECT_LENGTH * 3),
    at: timestampColumn().notNull().defaultNow(),
  },
  (t) => [
    index('account_events_of_user').on(t.user_id, newestFirst(t.at), newestFirst(t.id)),
    index('account_events_by_age').on(t.at),
    isOneOfCheck(t.kind, accountEventTypes),
  ],
)
