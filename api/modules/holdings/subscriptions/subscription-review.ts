/** A subscription with the information needed for its next step. */
import { and, asc, desc, eq, gte, lt, notExists, sql } from 'drizzle-orm'
import type {
  Acknowledgment,
  AdminSubscription,
  Deposit,
  SubscriptionReview,
} from '#contract/holdings/admin-subscriptions'
import { database } from '#db/connection'
import { transactions } from '#db/schema/cash/transactions'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/catalog/series'
import { subscriptionAcknowledgements, subscriptions } from '#db/schema/holdings/subscriptions'
import { settings } from '#db/schema/platform/settings'
import { getCashByUser } from '#modules/cash/cash-guard'
import { getDocumentPath } from '#modules/catalog/documents/public-files'
import { findSeries, getSeriesFigures } from '#modules/catalog/series/series-figures'
import { getSubscription } from './admin-subscriptions.ts'

/** Maximum deposits to choose from. */
const DEPOSITS_MAX = 50

/**
 * Completed deposits that pay for nothing else, newest first: those that cover a subscription, or smaller ones. Empty
 * unless it awaits payment.
 */
async function listDeposits(
  { state, user_id, amount }: AdminSubscription,
  areWhole: boolean,
): Promise<Deposit[]> {
  if (state !== 'approved') return []
  const { id, transaction_date, description } = transactions
  const rows = await database()
    .select({ id, amount: transactions.amount, date: transaction_date, description })
    .from(transactions)
    .where(
      and(
        eq(transactions.user_id, user_id),
        eq(transactions.type, 'deposit'),
        eq(transactions.status, 'completed'),
        (areWhole ? gte : lt)(transactions.amount, amount),
        notExists(
          database()
            .select({ one: sql`1` })
            .from(subscriptions)
            .where(eq(subscriptions.transaction_id, sql`transactions.id`)),
        ),
      ),
    )
    .orderBy(desc(transaction_date), desc(id))
    .limit(DEPOSITS_MAX)
  return rows.map((row) => ({ ...row, date: row.date.toISOString() }))
}

/** The document versions acknowledged by the investor, in the order of the series' documents. */
async function listAcknowledged(subscriptionId: number): Promise<Acknowledgment[]> {
  const rows = await database()
    .select({
      given: subscriptionAcknowledgements,
      version: seriesDocumentVersions,
      document: seriesDocuments,
    })
    .from(subscriptionAcknowledgements)
    .innerJoin(seriesDocumentVersions, eq(seriesDocumentVersions.id, subscriptionAcknowledgements.version_id))
    .innerJoin(seriesDocuments, eq(seriesDocuments.id, seriesDocumentVersions.document_id))
    .where(eq(subscriptionAcknowledgements.subscription_id, subscriptionId))
    .orderBy(asc(seriesDocuments.id), asc(seriesDocumentVersions.version))
  return rows.map(({ given, version, document }) => ({
    version_id: version.id,
    kind: document.kind,
    title: document.title,
    version: version.version,
    sha256: given.sha256,
    url: getDocumentPath(version.filename),
    at: given.acknowledged_at.toISOString(),
  }))
}

/** One subscription with the documents, deposits and figures needed to decide. Throws `not_found`. */
export async function getSubscriptionReview(id: number): Promise<SubscriptionReview> {
  const subscription = await getSubscription(id)
  const { token } = await findSeries(subscription.symbol)
  const [acknowledged, deposits, part_deposits, cash, { figures }, [site]] = await Promise.all([
    listAcknowledged(id),
    listDeposits(subscription, true),
    listDeposits(subscription, false),
    getCashByUser([subscription.user_id]),
    getSeriesFigures(token.id),
    database().select({ account: settings.payment_account }).from(settings),
  ])
  const has_payment_account = Boolean(site?.account.trim())
  return {
    ...{ subscription, acknowledged, deposits, part_deposits, has_payment_account },
    cash: cash.get(subscription.user_id) ?? { balance: '0.00', reserved: '0.00', available: '0.00' },
    series: figures,
  }
}
