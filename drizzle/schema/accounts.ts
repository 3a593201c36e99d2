import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { accountEventKinds } from '#shared/enums/account-events'
import { adminRoles, emailDisputeDecisions, exportStates, linkKinds, roles } from '#shared/enums/accounts'
import { factorMethods, signInMethods } from '#shared/enums/factors'
import {
  ADDRESS,
  alphabetical,
  createdAt,
  EMAIL,
  id,
  instant,
  LONG_TEXT,
  line,
  NAME,
  newestFirst,
  notBlank,
  oneOf,
  optionalLine,
  PHONE,
  SUBJECT,
  someOf,
  URL,
  updatedAt,
  within,
} from './columns.ts'

/** Of a person or an entity. */
const LEGAL_NAME = 255

/** Length of a password hash in PHC form, or of a SHA-256 in hex, with room for stronger parameters. */
const HASH = 255

/**
 * Investors. Deleting one erases personal data and sets `deleted_at`; the row stays, because transactions reference
 * it, and its email can be registered again.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    username: varchar({ length: NAME }),
    email: line(EMAIL),
    /** Whether its owner has followed a link sent to it. Only a registration waits for that. */
    email_confirmed: boolean().notNull().default(true),
    /**
     * When the present email was confirmed by its mailbox alone, without the password or a session of the account; null
     * once somebody has shown to have both. Somebody else may have made the account for that address.
     */
    mailbox_confirmed_at: instant(),
    password_hash: line(HASH),
    first_name: line(NAME),
    last_name: line(NAME),
    phone: optionalLine(PHONE),
    country: optionalLine(NAME),
    linkedin: optionalLine(URL),
    twitter: optionalLine(URL),
    telegram: optionalLine(SUBJECT),
    is_active: boolean().notNull().default(true),
    is_verified: boolean().notNull().default(false),
    /**
     * The name under which the investor was verified last, which certificates and statements carry: of the verification,
     * or of the profile where it was verified manually; empty before. Kept by the trigger `keep_verified_name`.
     */
    verified_name: optionalLine(LEGAL_NAME),
    deleted_at: instant(),
    /** When its owner wants it closed, and what has stopped that; empty while nothing is in the way. */
    closes_at: instant(),
    closing_obstacle: optionalLine(LONG_TEXT),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_login_at: instant(),
  },
  (t) => [
    uniqueIndex('users_email_unique').on(sql`lower(${t.email})`).where(sql`${t.deleted_at} is null`),
    uniqueIndex('users_username_unique').on(sql`lower(${t.username})`).where(sql`${t.deleted_at} is null`),
    index('users_newest')
      .on(newestFirst(t.created_at), newestFirst(t.id))
      .where(sql`${t.deleted_at} is null`),
    index('users_closing').on(t.closes_at).where(sql`${t.closes_at} is not null`),
    index('users_by_first_name').on(alphabetical(t.first_name), t.id).where(sql`${t.deleted_at} is null`),
    index('users_by_last_name').on(alphabetical(t.last_name), t.id).where(sql`${t.deleted_at} is null`),
    check(
      'users_complete_or_deleted',
      sql`${t.deleted_at} is not null or (${t.email} <> '' and ${t.first_name} <> '' and ${t.last_name} <> '' and ${t.password_hash} <> '')`,
    ),
  ],
)

/**
 * Addresses that accounts have shown to be theirs, also former ones; kept by the trigger `keep_confirmed_email` of users.
 * What a visitor wrote under an address belongs to the account that has confirmed it last. In lower case.
 */
export const confirmedEmails = pgTable(
  'confirmed_emails',
  {
    email: varchar({ length: EMAIL }).primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    confirmed_at: createdAt(),
  },
  (t) => [
    index('confirmed_emails_of_user').on(t.user_id),
    check('confirmed_emails_lower_case', sql`${t.email} = lower(${t.email})`),
    notBlank(t.email),
  ],
)

/**
 * Administrators. Deleting one ends the account and sets `deleted_at`; the row stays, because the audit log and other
 * rows name the person. The name is never given to another, the email can be.
 */
export const admins = pgTable(
  'admins',
  {
    id: id(),
    username: line(NAME),
    email: line(EMAIL),
    password_hash: line(HASH),
    /** Whether somebody else has chosen the password: its owner chooses another one before anything else. */
    must_change_password: boolean().notNull().default(false),
    /** Those from before there were roles could do everything. */
    roles: text({ enum: adminRoles }).array().notNull().default(['owner']),
    is_active: boolean().notNull().default(true),
    deleted_at: instant(),
    created_at: createdAt(),
    updated_at: updatedAt(),
    last_login_at: instant(),
  },
  (t) => [
    someOf(t.roles, adminRoles),
    uniqueIndex('admins_username_unique').on(sql`lower(${t.username})`),
    uniqueIndex('admins_email_unique').on(sql`lower(${t.email})`).where(sql`${t.deleted_at} is null`),
    check('admins_deleted_not_active', sql`${t.deleted_at} is null or not ${t.is_active}`),
    notBlank(t.username),
    notBlank(t.email),
    notBlank(t.password_hash),
  ],
)

/** A signed-in browser. `id` is the `sid` claim of its access tokens. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    role: text({ enum: roles }).notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    refresh_token_hash: line(HASH),
    /** The token before the current one, and when it was exchanged: its exchange may be repeated for a short time. */
    previous_token_hash: varchar({ length: HASH }),
    exchanged_at: instant(),
    created_at: createdAt(),
    last_used_at: instant().notNull().defaultNow(),
    /** When its owner last confirmed with a second factor, or with the password of an account without one. */
    confirmed_at: instant(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    revoked_reason: optionalLine(NAME),
    ip_address: optionalLine(ADDRESS),
    user_agent: optionalLine(SUBJECT * 3),
    /** Empty for sessions from before it was stored. */
    signed_in_with: text({ enum: ['', ...signInMethods] })
      .notNull()
      .default(''),
  },
  (t) => [
    oneOf(t.signed_in_with, ['', ...signInMethods]),
    uniqueIndex('sessions_refresh_token_hash_unique').on(t.refresh_token_hash),
    index('sessions_open_of_user').on(t.user_id).where(sql`${t.revoked_at} is null`),
    index('sessions_open_of_admin').on(t.admin_id).where(sql`${t.revoked_at} is null`),
    index('sessions_expiry').on(t.expires_at),
    index('sessions_ended').on(t.revoked_at).where(sql`${t.revoked_at} is not null`),
    oneOf(t.role, roles),
    check(
      'sessions_one_owner',
      sql`(${t.role} = 'investor' and ${t.user_id} is not null and ${t.admin_id} is null) or (${t.role} = 'admin' and ${t.admin_id} is not null and ${t.user_id} is null)`,
    ),
  ],
)

/**
 * Exchanged refresh tokens of the kind that did not name their session; at most one of a session. Its reuse means
 * that it was stolen.
 */
export const retiredRefreshTokens = pgTable(
  'retired_refresh_tokens',
  {
    token_hash: varchar({ length: HASH }).primaryKey(),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    retired_at: instant().notNull().defaultNow(),
  },
  (t) => [
    index('retired_refresh_tokens_of_session').on(t.session_id),
    // The old ones are looked for every few minutes, among millions.
    index('retired_refresh_tokens_by_age').on(t.retired_at),
  ],
)

/** Every attempt to sign in. `email` is the typed text: for an administrator it may be a username. */
export const loginRecords = pgTable(
  'login_records',
  {
    id: id(),
    role: text({ enum: roles }).notNull().default('investor'),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    email: optionalLine(EMAIL),
    success: boolean().notNull(),
    failure_reason: optionalLine(NAME),
    /** The second factor, or the passkey alone, that a successful sign-in was made with; empty for a password. */
    factor: text({ enum: ['', ...factorMethods] })
      .notNull()
      .default(''),
    ip_address: optionalLine(ADDRESS),
    user_agent: optionalLine(SUBJECT * 3),
    browser: optionalLine(NAME),
    os: optionalLine(NAME),
    city: optionalLine(SUBJECT),
    country: optionalLine(NAME),
    /** ISO 3166-1 alpha-2, empty when unknown. */
    country_code: optionalLine(2),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    login_time: instant().notNull().defaultNow(),
  },
  (t) => [
    index('login_records_newest').on(newestFirst(t.login_time), newestFirst(t.id)),
    index('login_records_of_user').on(t.user_id, newestFirst(t.login_time), newestFirst(t.id)),
    index('login_records_of_admin').on(t.admin_id),
    oneOf(t.role, roles),
    oneOf(t.factor, ['', ...factorMethods]),
  ],
)

/** Length of a SHA-256 in hex. */
const SHA256 = 64

/** Links in mails, each good for one use. Whoever reads this table cannot follow them: it holds their hashes. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: id(),
    kind: text({ enum: linkKinds }).notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    token_hash: line(SHA256),
    /** The email it was sent to: of a `change` the new one, of an `undo` the one that the change replaces. */
    email: line(EMAIL),
    /** What the mail with an `undo` or a `not_me` told, and when, with what and where it was; empty for other links. */
    event: optionalLine(URL),
    event_at: instant(),
    event_device: optionalLine(URL),
    event_place: optionalLine(URL),
    expires_at: instant().notNull(),
    /** When it was followed, or ended by something else. */
    used_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('account_links_token_hash_unique').on(t.token_hash),
    index('account_links_of_user').on(t.user_id, t.kind),
    index('account_links_of_admin').on(t.admin_id, t.kind),
    index('account_links_expiry').on(t.expires_at),
    index('account_links_former_email').on(sql`lower(${t.email})`).where(sql`${t.kind} = 'undo'`),
    // Links that addresses were sent before anybody has shown that they are theirs.
    index('account_links_unproven_email')
      .on(sql`lower(${t.email})`, t.created_at)
      .where(sql`${t.kind} in ('confirm', 'change')`),
    oneOf(t.kind, linkKinds),
    check('account_links_one_owner', sql`(${t.user_id} is null) <> (${t.admin_id} is null)`),
  ],
)

/**
 * Changes of email that a former address has disputed. While one is open the account is frozen (`is_active` is false);
 * an administrator decides which address it keeps.
 */
export const emailDisputes = pgTable(
  'email_disputes',
  {
    id: id(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    admin_id: integer().references(() => admins.id, { onDelete: 'cascade' }),
    /** The address that disputes the change. */
    former_email: line(EMAIL),
    /** The address of the account when it was disputed. */
    present_email: line(EMAIL),
    /** Factors that were added from this time on may be those of whoever asked for the change. */
    suspect_since: instant().notNull(),
    created_at: createdAt(),
    decision: text({ enum: emailDisputeDecisions }),
    decided_at: instant(),
    /** Empty for a decision from the terminal. */
    decided_by: integer().references(() => admins.id),
    reason: optionalLine(LONG_TEXT),
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

/** The columns that rate-limiter-flexible's `RateLimiterDrizzle` reads and writes. */
const limiterColumns = () => ({
  key: varchar({ length: URL }).primaryKey(),
  points: integer().notNull(),
  expire: instant(),
})

/** Calls counted per caller and class. Unlogged (migration `triggers`): written often, lost without harm. */
export const rateLimits = pgTable('rate_limits', limiterColumns(), (t) => [
  index('rate_limits_expiry').on(t.expire),
])

/** Failed sign-ins counted per account. A crash must not open a locked account, so this one is logged. */
export const lockouts = pgTable('lockouts', limiterColumns(), (t) => [index('lockouts_expiry').on(t.expire)])

/**
 * What an investor did with the account, beside signing in (`login_records`): each row is added in the transaction of
 * the change. Removed with the account, and after the days that activity shows.
 */
export const accountEvents = pgTable(
  'account_events',
  {
    id: id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: accountEventKinds }).notNull(),
    /** What it was about, such as the name of a device or the period of a statement. */
    detail: optionalLine(SUBJECT),
    ip_address: optionalLine(ADDRESS),
    user_agent: optionalLine(SUBJECT * 3),
    at: instant().notNull().defaultNow(),
  },
  (t) => [
    index('account_events_of_user').on(t.user_id, newestFirst(t.at), newestFirst(t.id)),
    index('account_events_by_age').on(t.at),
    oneOf(t.kind, accountEventKinds),
  ],
)

/** The one export of an investor's data: waiting to be made, or stored under `filename` until `expires_at`. */
export const accountExports = pgTable(
  'account_exports',
  {
    user_id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text({ enum: exportStates }).notNull().default('working'),
    /** Percent. */
    progress: smallint().notNull().default(0),
    requested_at: createdAt(),
    /** The attempt that makes it, and when that last reported: another one takes over when it has gone silent. */
    attempt: uuid(),
    attempts: smallint().notNull().default(0),
    reported_at: instant(),
    filename: optionalLine(SUBJECT),
    /** Bytes. */
    file_size: bigint({ mode: 'number' }).notNull().default(0),
    expires_at: instant(),
  },
  (t) => [
    index('account_exports_unfinished').on(t.requested_at).where(sql`${t.state} = 'working'`),
    index('account_exports_expiry').on(t.expires_at),
    oneOf(t.state, exportStates),
    within(t.progress, '>= 0', '<= 100'),
    check(
      'account_exports_stored_when_ready',
      sql`(${t.state} = 'ready') = (${t.filename} <> '' and ${t.expires_at} is not null)`,
    ),
  ],
)
