/**
 * The content of an export: one section for each kind of record kept about an investor. Columns are listed
 * one by one, so that a new column never adds a secret, its hash or an internal note.
 */
import { and, count, eq, gt, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, PgNumeric, type PgTable } from 'drizzle-orm/pg-core'
import { formatSubscriptionReference } from '#contract/holdings/subscriptions'
import { formatAccountNumber } from '#contract/identity/account-number'
import { slowQueryDatabase } from '#db/connection'
import { transactions } from '#db/schema/cash/transactions'
import { verificationDecisions, verificationFiles, verifications } from '#db/schema/compliance/verifications'
import {
  callSchedules,
  chatMessages,
  chatSessions,
  feedbackRequests,
  supportTickets,
  ticketReplies,
} from '#db/schema/desk/support'
import { distributionLines, holdings, registerEntries } from '#db/schema/holdings/register'
import {
  subscriptionAcknowledgements,
  subscriptionSteps,
  subscriptions,
} from '#db/schema/holdings/subscriptions'
import {
  accountEvents,
  accountLinks,
  confirmedEmails,
  emailDisputes,
  loginRecords,
  sessions,
  users,
} from '#db/schema/identity/accounts'
import { factors } from '#db/schema/identity/second-factors'
import { notificationChoices, notifications, userPreferences } from '#db/schema/messaging/notifications'
import { outbox } from '#db/schema/messaging/outbox'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolio/portfolios'
import { isEmailOf, isWrittenBy } from '#modules/identity/accounts/email-ownership'

export interface ExportSection {
  /** The name of its files, without extension. */
  name: string
  about: string
  table: PgTable
  /** The fields of a row, by their names in the files. */
  fields: Record<string, PgColumn | SQL>
  /** The rows of an investor. */
  of: (userId: number) => SQL | undefined
  /** Unique among the rows of an investor, which are read in this order. */
  key: PgColumn | SQL
  /** Fields that are formatted as elsewhere. */
  shown?: Record<string, (value: unknown) => string>
}

// Written out: drizzle omits the table of a column when a query selects from a single table.
const symbolOf = (table: 'holdings' | 'register_entries' | 'subscriptions') =>
  sql`(select tokens.symbol from tokens where tokens.id = ${sql.raw(table)}.token_id)`
const mine = (table: 'subscriptions' | 'portfolios', userId: number) =>
  sql`(select id from ${sql.raw(table)} where user_id = ${userId})`
const written = (table: typeof supportTickets | typeof chatSessions, userId: number) =>
  sql`(select id from ${table} where ${isWrittenBy(table, userId)})`
const ofMovement = (column: 'type' | 'at' | 'reason') =>
  sql`(select ${sql.raw(column)} from register_movements where register_movements.id = register_entries.movement_id)`
const ofDistribution = (column: SQL) =>
  sql`(select ${column} from distributions join tokens on tokens.id = distributions.token_id where distributions.id = distribution_lines.distribution_id)`
const ofVersion = (column: SQL) =>
  sql`(select ${column} from series_document_versions as versions join series_documents as documents on documents.id = versions.document_id where versions.id = subscription_acknowledgements.version_id)`

/** How messages to us are assigned to an investor. */
const WRITTEN = ' while signed in or from an email address you have confirmed'

const reference = (value: unknown) => formatSubscriptionReference(Number(value))

/** All sections, in the order of the README file. */
export const exportSections: readonly ExportSection[] = [
  {
    name: 'profile',
    about: 'Your name, contact details and account status.',
    table: users,
    fields: {
      account_number: users.id,
      first_name: users.first_name,
      last_name: users.last_name,
      email: users.email,
      email_confirmed: users.email_confirmed,
      phone: users.phone,
      country: users.country,
      linkedin: users.linkedin,
      twitter: users.twitter,
      telegram: users.telegram,
      identity_verified: users.is_verified,
      verified_name: users.verified_name,
      created_at: users.created_at,
      updated_at: users.updated_at,
      last_sign_in_at: users.last_login_at,
    },
    of: (userId) => eq(users.id, userId),
    key: users.id,
    shown: { account_number: (value) => formatAccountNumber(Number(value)) },
  },
  {
    name: 'confirmed-emails',
    about: 'Email addresses you have confirmed, in lowercase.',
    table: confirmedEmails,
    fields: { email: confirmedEmails.email, confirmed_at: confirmedEmails.confirmed_at },
    of: (userId) => eq(confirmedEmails.user_id, userId),
    key: confirmedEmails.email,
  },
  {
    name: 'preferences',
    about: 'Your display preferences; empty means the site default.',
    table: userPreferences,
    fields: {
      theme: userPreferences.theme,
      time_zone: userPreferences.time_zone,
      date_format: userPreferences.date_format,
      number_format: userPreferences.number_format,
    },
    of: (userId) => eq(userPreferences.user_id, userId),
    key: userPreferences.user_id,
  },
  {
    name: 'notification-choices',
    about: 'Your notification preferences by type of event, where set.',
    table: notificationChoices,
    fields: {
      kind: notificationChoices.kind,
      bell: notificationChoices.bell,
      email: notificationChoices.email,
    },
    of: (userId) => eq(notificationChoices.user_id, userId),
    key: notificationChoices.kind,
  },
  {
    name: 'verification',
    about: 'Your verification, including your answers.',
    table: verifications,
    fields: {
      state: verifications.state,
      kind: verifications.kind,
      answers: verifications.answers,
      refused_because: verifications.reason,
      submitted_at: verifications.submitted_at,
      decided_at: verifications.decided_at,
      verified_until: verifications.verified_until,
    },
    of: (userId) => eq(verifications.user_id, userId),
    key: verifications.user_id,
  },
  {
    name: 'verification-items',
    about: 'Decisions on the items of your verification.',
    table: verificationDecisions,
    fields: {
      item: verificationDecisions.item,
      decision: verificationDecisions.decision,
      reason: verificationDecisions.reason,
      decided_at: verificationDecisions.decided_at,
    },
    of: (userId) => eq(verificationDecisions.user_id, userId),
    key: verificationDecisions.item,
  },
  {
    name: 'verification-files',
    about:
      'Names of the files you uploaded for verification. The files are stored encrypted and not included in exports.',
    table: verificationFiles,
    fields: {
      item: verificationFiles.item,
      name: verificationFiles.name,
      size: verificationFiles.size,
      scanned: verificationFiles.scanned,
      created_at: verificationFiles.created_at,
    },
    of: (userId) => eq(verificationFiles.user_id, userId),
    key: verificationFiles.id,
  },
  {
    name: 'second-factors',
    about: 'Your passkeys and authenticator apps, without their secrets.',
    table: factors,
    fields: {
      kind: factors.kind,
      name: factors.name,
      created_at: factors.created_at,
      confirmed_at: factors.confirmed_at,
      last_used_at: factors.last_used_at,
    },
    of: (userId) => eq(factors.user_id, userId),
    key: factors.id,
  },
  {
    name: 'sign-ins',
    about: 'Sign-in attempts to your account.',
    table: loginRecords,
    fields: {
      at: loginRecords.login_time,
      success: loginRecords.success,
      failure: loginRecords.failure_reason,
      ip_address: loginRecords.ip_address,
      browser: loginRecords.browser,
      system: loginRecords.os,
      city: loginRecords.city,
      country: loginRecords.country,
      user_agent: loginRecords.user_agent,
    },
    of: (userId) => eq(loginRecords.user_id, userId),
    key: loginRecords.id,
  },
  {
    name: 'activity',
    about: 'Account changes and downloads.',
    table: accountEvents,
    fields: {
      at: accountEvents.at,
      kind: accountEvents.kind,
      detail: accountEvents.detail,
      ip_address: accountEvents.ip_address,
      user_agent: accountEvents.user_agent,
    },
    of: (userId) => eq(accountEvents.user_id, userId),
    key: accountEvents.id,
  },
  {
    name: 'sessions',
    about: 'Current and recent sessions.',
    table: sessions,
    fields: {
      created_at: sessions.created_at,
      last_used_at: sessions.last_used_at,
      signed_in_with: sessions.signed_in_with,
      confirmed_at: sessions.confirmed_at,
      expires_at: sessions.expires_at,
      ended_at: sessions.revoked_at,
      ended_because: sessions.revoked_reason,
      ip_address: sessions.ip_address,
      user_agent: sessions.user_agent,
    },
    of: (userId) => eq(sessions.user_id, userId),
    key: sessions.id,
  },
  {
    name: 'email-disputes',
    about: 'Email address changes disputed from your previous address, and how each was resolved.',
    table: emailDisputes,
    fields: {
      former_email: emailDisputes.former_email,
      present_email: emailDisputes.present_email,
      created_at: emailDisputes.created_at,
      decision: emailDisputes.decision,
      decided_at: emailDisputes.decided_at,
    },
    of: (userId) => eq(emailDisputes.user_id, userId),
    key: emailDisputes.id,
  },
  {
    name: 'emailed-links',
    about: 'Records of links recently emailed to you, without the links themselves.',
    table: accountLinks,
    fields: {
      kind: accountLinks.kind,
      email: accountLinks.email,
      about: accountLinks.event,
      about_time: accountLinks.event_at,
      about_device: accountLinks.event_device,
      about_place: accountLinks.event_place,
      created_at: accountLinks.created_at,
      expires_at: accountLinks.expires_at,
      used_at: accountLinks.used_at,
    },
    of: (userId) => eq(accountLinks.user_id, userId),
    key: accountLinks.id,
  },
  {
    name: 'transactions',
    about: 'Your transactions. Amounts are positive; the type indicates the direction.',
    table: transactions,
    fields: {
      id: transactions.id,
      date: transactions.transaction_date,
      type: transactions.type,
      status: transactions.status,
      amount: transactions.amount,
      fee: transactions.fee,
      currency: transactions.currency,
      description: transactions.description,
      created_at: transactions.created_at,
      updated_at: transactions.updated_at,
    },
    of: (userId) => eq(transactions.user_id, userId),
    key: transactions.id,
  },
  {
    name: 'portfolio',
    about: 'Your portfolio figures and any requested token.',
    table: portfolios,
    fields: {
      total_value: portfolios.total_value,
      total_invested: portfolios.total_invested,
      total_gains: portfolios.total_gains,
      performance_percent: portfolios.performance,
      active_investments: portfolios.active_investments,
      requested_symbol: portfolios.pending_investments,
      requested_at: portfolios.pending_since,
      rejected_symbol: portfolios.rejected_symbol,
      rejected_at: portfolios.rejected_at,
      rejection_reason: portfolios.rejection_reason,
      updated_at: portfolios.updated_at,
    },
    of: (userId) => eq(portfolios.user_id, userId),
    key: portfolios.id,
  },
  {
    name: 'portfolio-values',
    about: 'Recorded portfolio values over time.',
    table: portfolioValues,
    fields: {
      recorded_at: portfolioValues.recorded_at,
      total_value: portfolioValues.total_value,
      total_invested: portfolioValues.total_invested,
      total_gains: portfolioValues.total_gains,
    },
    of: (userId) => sql`${portfolioValues.portfolio_id} in ${mine('portfolios', userId)}`,
    key: portfolioValues.recorded_at,
  },
  {
    name: 'portfolio-activities',
    about: 'The recent activity of your portfolio.',
    table: activities,
    fields: {
      date: activities.activity_date,
      type: activities.type,
      description: activities.description,
      net_growth: activities.net_growth,
      balance: activities.balance,
    },
    of: (userId) => eq(activities.user_id, userId),
    key: activities.id,
  },
  {
    name: 'investments',
    about: 'Approved investment requests.',
    table: investments,
    fields: {
      symbol: investments.token_symbol,
      requested_at: investments.requested_at,
      approved_at: investments.approved_at,
    },
    of: (userId) => eq(investments.user_id, userId),
    key: investments.id,
  },
  {
    name: 'subscriptions',
    about: 'Your subscriptions.',
    table: subscriptions,
    fields: {
      reference: subscriptions.id,
      symbol: symbolOf('subscriptions'),
      amount: subscriptions.amount,
      unit_price: subscriptions.unit_price,
      units: subscriptions.units,
      state: subscriptions.state,
      reason: subscriptions.reason,
      payment_due_at: subscriptions.payment_due_at,
      paid_by_transaction: subscriptions.transaction_id,
      created_at: subscriptions.created_at,
      updated_at: subscriptions.updated_at,
    },
    of: (userId) => eq(subscriptions.user_id, userId),
    key: subscriptions.id,
    shown: { reference },
  },
  {
    name: 'subscription-steps',
    about: 'Status history of each subscription.',
    table: subscriptionSteps,
    fields: {
      subscription: subscriptionSteps.subscription_id,
      state: subscriptionSteps.state,
      by: subscriptionSteps.by,
      reason: subscriptionSteps.reason,
      at: subscriptionSteps.at,
    },
    of: (userId) => sql`${subscriptionSteps.subscription_id} in ${mine('subscriptions', userId)}`,
    key: subscriptionSteps.id,
    shown: { subscription: reference },
  },
  {
    name: 'acknowledged-documents',
    about: 'Documents acknowledged with a subscription; the files are in the documents folder.',
    table: subscriptionAcknowledgements,
    fields: {
      subscription: subscriptionAcknowledgements.subscription_id,
      title: ofVersion(sql`documents.title`),
      version: ofVersion(sql`versions.version`),
      sha256: subscriptionAcknowledgements.sha256,
      acknowledged_at: subscriptionAcknowledgements.acknowledged_at,
    },
    of: (userId) => sql`${subscriptionAcknowledgements.subscription_id} in ${mine('subscriptions', userId)}`,
    key: sql`(${subscriptionAcknowledgements.subscription_id}::bigint * 4294967296 + ${subscriptionAcknowledgements.version_id})`,
    shown: { subscription: reference },
  },
  {
    name: 'holdings',
    about: 'Units held in your name in the register of holders.',
    table: holdings,
    fields: {
      symbol: symbolOf('holdings'),
      units: holdings.units,
      cost: holdings.cost,
      moved_at: holdings.moved_at,
    },
    of: (userId) => eq(holdings.user_id, userId),
    key: holdings.token_id,
  },
  {
    name: 'register-entries',
    about: 'Your entries in the register of holders, with their chain hashes.',
    table: registerEntries,
    fields: {
      symbol: symbolOf('register_entries'),
      number: registerEntries.number,
      type: ofMovement('type'),
      at: ofMovement('at'),
      reason: ofMovement('reason'),
      units: registerEntries.units,
      cost: registerEntries.cost,
      previous_hash: registerEntries.prev_hash,
      hash: registerEntries.hash,
    },
    of: (userId) => eq(registerEntries.user_id, userId),
    // A movement has one entry per holder.
    key: registerEntries.movement_id,
  },
  {
    name: 'distributions',
    about: 'Distributions paid to you.',
    table: distributionLines,
    fields: {
      symbol: ofDistribution(sql`tokens.symbol`),
      record_date: ofDistribution(sql`distributions.record_date::text`),
      amount_per_unit: ofDistribution(sql`distributions.amount_per_unit`),
      units: distributionLines.units,
      amount: distributionLines.amount,
      transaction: distributionLines.transaction_id,
    },
    of: (userId) => eq(distributionLines.user_id, userId),
    key: distributionLines.distribution_id,
  },
  {
    name: 'notifications',
    about: 'Your notifications.',
    table: notifications,
    fields: {
      category: notifications.category,
      type: notifications.type,
      title: notifications.title,
      message: notifications.message,
      read: notifications.is_read,
      read_at: notifications.read_at,
      created_at: notifications.created_at,
    },
    of: (userId) => eq(notifications.user_id, userId),
    key: notifications.id,
  },
  {
    name: 'emails',
    about: 'Emails about your account and your messages to us. Their content is erased once sent.',
    table: outbox,
    fields: {
      subject: outbox.subject,
      status: outbox.status,
      created_at: outbox.created_at,
      sent_at: outbox.sent_at,
    },
    of: isEmailOf,
    key: outbox.id,
  },
  {
    name: 'tickets',
    about: `Support tickets you opened${WRITTEN}.`,
    table: supportTickets,
    fields: {
      reference: supportTickets.reference,
      name: supportTickets.name,
      email: supportTickets.email,
      subject: supportTickets.subject,
      message: supportTickets.message,
      category: supportTickets.category,
      priority: supportTickets.priority,
      status: supportTickets.status,
      created_at: supportTickets.created_at,
      updated_at: supportTickets.updated_at,
    },
    of: (userId) => isWrittenBy(supportTickets, userId),
    key: supportTickets.id,
  },
  {
    name: 'ticket-messages',
    about: 'Later messages on these tickets, from you (`visitor`) and our team (`agent`).',
    table: ticketReplies,
    fields: {
      ticket: sql`(select reference from support_tickets where support_tickets.id = ticket_replies.ticket_id)`,
      author: ticketReplies.author,
      message: ticketReplies.message,
      created_at: ticketReplies.created_at,
    },
    of: (userId) => sql`${ticketReplies.ticket_id} in ${written(supportTickets, userId)}`,
    key: ticketReplies.id,
  },
  {
    name: 'feedback',
    about: 'Your satisfaction ratings for closed tickets and chats.',
    table: feedbackRequests,
    fields: {
      reference: sql`coalesce((select reference from support_tickets where support_tickets.id = feedback_requests.ticket_id), (select reference from chat_sessions where chat_sessions.id = feedback_requests.chat_id))`,
      score: feedbackRequests.score,
      text: feedbackRequests.text,
      answered_at: feedbackRequests.answered_at,
    },
    of: (userId) =>
      sql`${feedbackRequests.score} is not null and (${feedbackRequests.ticket_id} in ${written(supportTickets, userId)} or ${feedbackRequests.chat_id} in ${written(chatSessions, userId)})`,
    key: feedbackRequests.id,
  },
  {
    name: 'calls',
    about: `Calls you requested${WRITTEN}.`,
    table: callSchedules,
    fields: {
      reference: callSchedules.reference,
      name: callSchedules.name,
      email: callSchedules.email,
      phone: callSchedules.phone,
      company: callSchedules.company,
      purpose: callSchedules.purpose,
      preferred_date: callSchedules.preferred_date,
      preferred_time: callSchedules.preferred_time,
      time_zone: callSchedules.timezone,
      notes: callSchedules.notes,
      status: callSchedules.status,
      created_at: callSchedules.created_at,
    },
    of: (userId) => isWrittenBy(callSchedules, userId),
    key: callSchedules.id,
  },
  {
    name: 'chats',
    about: `Chats you started${WRITTEN}.`,
    table: chatSessions,
    fields: {
      reference: chatSessions.reference,
      name: chatSessions.name,
      email: chatSessions.email,
      status: chatSessions.status,
      created_at: chatSessions.created_at,
      last_message_at: chatSessions.last_message_at,
    },
    of: (userId) => isWrittenBy(chatSessions, userId),
    key: chatSessions.id,
  },
  {
    name: 'chat-messages',
    about: 'Messages in these chats, from you (`visitor`) and our team (`agent`).',
    table: chatMessages,
    fields: {
      chat: sql`(select reference from chat_sessions where chat_sessions.id = chat_messages.chat_session_id)`,
      author: chatMessages.author,
      message: chatMessages.message,
      created_at: chatMessages.created_at,
    },
    of: (userId) => sql`${chatMessages.chat_session_id} in ${written(chatSessions, userId)}`,
    key: chatMessages.id,
  },
]

/** A row with its key, after which the next batch begins. */
export type SectionRow = Record<string, unknown> & { _key: unknown }

/** Whether a field is an exact decimal, which a spreadsheet can sum. */
export const isDecimal = (field: PgColumn | SQL): boolean => is(field, PgNumeric)

/** The number of rows of an investor. */
export async function countRows({ table, of }: ExportSection, userId: number): Promise<number> {
  const [counted] = await slowQueryDatabase().select({ total: count() }).from(table).where(of(userId))
  return counted?.total ?? 0
}

/** At most `limit` rows after `last`, or from the start. */
export async function listSectionRows(
  { table, fields, of, key, shown = {} }: ExportSection,
  userId: number,
  last: SectionRow | undefined,
  limit: number,
): Promise<SectionRow[]> {
  const rows = (await slowQueryDatabase()
    .select({ ...fields, _key: is(key, PgColumn) ? key : sql`${key}` })
    .from(table)
    .where(
      last
        ? and(of(userId), is(key, PgColumn) ? gt(key, last._key) : sql`${key} > ${last._key}`)
        : of(userId),
    )
    .orderBy(sql`${key}`)
    .limit(limit)) as SectionRow[]
  for (const row of rows) for (const [name, show] of Object.entries(shown)) row[name] = show(row[name])
  return rows
}
