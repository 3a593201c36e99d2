/**
 * What an export holds: one section for each kind of record that is kept of an investor. Columns are named one by one,
 * so that no secret, no hash of one and no internal note gets in with a new column.
 */
import { and, count, eq, gt, is, type SQL, sql } from 'drizzle-orm'
import { PgColumn, PgNumeric, type PgTable } from 'drizzle-orm/pg-core'
import { accountNumber } from '#contract/account-number'
import { subscriptionReference } from '#contract/subscriptions'
import { slowDatabase } from '#db/connection'
import {
  accountEvents,
  accountLinks,
  confirmedEmails,
  emailDisputes,
  loginRecords,
  sessions,
  users,
} from '#db/schema/accounts'
import { factors } from '#db/schema/factors'
import { notificationChoices, notifications, userPreferences } from '#db/schema/notifications'
import { outbox } from '#db/schema/operations'
import { activities, investments, portfolios, portfolioValues } from '#db/schema/portfolios'
import { distributionLines, holdings, registerEntries } from '#db/schema/register'
import { subscriptionAcknowledgements, subscriptionSteps, subscriptions } from '#db/schema/subscriptions'
import {
  callSchedules,
  chatMessages,
  chatSessions,
  feedbackRequests,
  supportTickets,
  ticketReplies,
} from '#db/schema/support'
import { transactions } from '#db/schema/transactions'
import { verificationDecisions, verificationFiles, verifications } from '#db/schema/verifications'
import { isMailOf, isWrittenBy } from '#modules/accounts/owned-rows'

export interface Section {
  /** Of its files, without an ending. */
  name: string
  about: string
  table: PgTable
  /** The fields of a row, by their names in the files. */
  fields: Record<string, PgColumn | SQL>
  /** The rows of an investor. */
  of: (userId: number) => SQL | undefined
  /** Unique among the rows of an investor; they are read in its order. */
  key: PgColumn | SQL
  /** A field as it is printed elsewhere. */
  shown?: Record<string, (value: unknown) => string>
}

// Written out: drizzle leaves the table out of a column's name where a query selects from one table.
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

/** How what was written to us is found to be of an investor. */
const WRITTEN = ' while signed in, or under an address that you have confirmed'

const reference = (value: unknown) => subscriptionReference(Number(value))

/** Every section, in the order of the README file. */
export const sections: readonly Section[] = [
  {
    name: 'profile',
    about: 'Your name, your contacts and the state of your account.',
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
    shown: { account_number: (value) => accountNumber(Number(value)) },
  },
  {
    name: 'confirmed-emails',
    about: 'Addresses that you have shown to be yours, in lower case.',
    table: confirmedEmails,
    fields: { email: confirmedEmails.email, confirmed_at: confirmedEmails.confirmed_at },
    of: (userId) => eq(confirmedEmails.user_id, userId),
    key: confirmedEmails.email,
  },
  {
    name: 'preferences',
    about: 'How you want to read the site; empty means as for everybody.',
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
    about: 'How you want to be told of each kind of event, where you have chosen.',
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
    about: 'Your verification, with what you have entered.',
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
    about: 'What was decided about the items of your verification.',
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
      'The files that you gave for your verification, by name. They are stored encrypted and are not part of an export.',
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
    about: 'Your passkeys and one-time codes, without their secrets.',
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
    about: 'Attempts to sign in to your account.',
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
    about: 'Changes of your account, and downloads.',
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
    about: 'Browsers that are or were signed in lately.',
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
    about:
      'Changes of your email address that were disputed from the address before, and how that was resolved.',
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
    name: 'mailed-links',
    about: 'Links that were mailed to you lately, without the links themselves.',
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
    about: 'Your ledger. Amounts are positive; the type says in which direction they go.',
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
    about: 'The figures of your portfolio, and the token that you have asked for.',
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
    about: 'The value of your portfolio whenever figures were recorded.',
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
    about: 'Approved requests for a token.',
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
    about: 'What happened to each subscription.',
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
    about: 'The documents that you acknowledged with a subscription; the files are in the folder documents.',
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
    about: 'The units that you hold in the register of holders.',
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
    about: 'Each entry about you in the register of holders, with the hashes that chain it.',
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
    // A movement has one entry for each holder.
    key: registerEntries.movement_id,
  },
  {
    name: 'distributions',
    about: 'What was distributed to you.',
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
    about: 'Messages under the bell.',
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
    name: 'mails',
    about:
      'Mails about your account and about what you wrote to us. Their texts are erased once they are sent.',
    table: outbox,
    fields: {
      subject: outbox.subject,
      status: outbox.status,
      created_at: outbox.created_at,
      sent_at: outbox.sent_at,
    },
    of: isMailOf,
    key: outbox.id,
  },
  {
    name: 'tickets',
    about: `Support tickets that you opened${WRITTEN}.`,
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
    about: 'What was written about these tickets later, by you (`visitor`) and by our team (`agent`).',
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
    about: 'How satisfied you said you were after tickets and chats were closed.',
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
    about: `Calls that you asked for${WRITTEN}.`,
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
    about: `Conversations that you began${WRITTEN}.`,
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
    about: 'The messages of these conversations, by you (`visitor`) and by our team (`agent`).',
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

/** A row with the key by which the next batch begins after it. */
export type SectionRow = Record<string, unknown> & { _key: unknown }

/** Whether a field is an exact decimal, which a spreadsheet adds up. */
export const isDecimal = (field: PgColumn | SQL): boolean => is(field, PgNumeric)

/** How many rows an investor has. */
export async function countRows({ table, of }: Section, userId: number): Promise<number> {
  const [counted] = await slowDatabase().select({ total: count() }).from(table).where(of(userId))
  return counted?.total ?? 0
}

/** At most `limit` rows after `last`, or the first ones. */
export async function readRows(
  { table, fields, of, key, shown = {} }: Section,
  userId: number,
  last: SectionRow | undefined,
  limit: number,
): Promise<SectionRow[]> {
  const rows = (await slowDatabase()
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
