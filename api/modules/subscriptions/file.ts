/** A subscription with what its next step is based on. */
import { and, asc, desc, eq, gte, lt, notExists, sql } from 'drizzle-orm'
import type {
  Acknowledgement,
  AdminSubscription,
  Deposit,
  SubscriptionFile,
} from '#contract/admin-subscriptions'
import { database } from '#db/connection'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/series'
import { settings } from '#db/schema/site'
import { subscriptionAcknowledgements, subscriptions } from '#db/schema/subscriptions'
import { transactions } from '#db/schema/transactions'
import { readCash } from '#modules/cash/guard'
import { documentAddress } from '#modules/documents/public-files'
import { findSeries, readFigures } from '#modules/series/figures'
import { readAnySubscription } from './admin-service.ts'

/** Most deposits to choose from. */
const DEPOSITS_MAX = 50

/**
 * Completed deposits that pay for nothing else, newest first: those that cover a subscription, or those that are less.
 * None unless it waits for payment.
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

/** The versions of documents that the investor acknowledged, in the order of the series' documents. */
async function listAcknowledged(subscriptionId: number): Promise<Acknowledgement[]> {
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
    url: documentAddress(version.filename),
    at: given.acknowledged_at.toISOString(),
  }))
}

/** One subscription with the documents, deposits and figures to decide by. Throws `not_found`. */
export async function readSubscriptionFile(id: number): Promise<SubscriptionFile> {
  const subscription = await readAnySubscription(id)
  const { token } = await findSeries(subscription.symbol)
  const [acknowledged, deposits, part_deposits, cash, { figures }, [site]] = await Promise.all([
    listAcknowledged(id),
    listDeposits(subscription, true),
    listDeposits(subscription, false),
    readCash([subscription.user_id]),
    readFigures(token.id),
    database().select({ account: settings.payment_account }).from(settings),
  ])
  const has_payment_account = Boolean(site?.account.trim())
  return {
    ...{ subscription, acknowledged, deposits, part_deposits, has_payment_account },
    cash: cash.get(subscription.user_id) ?? { balance: '0.00', reserved: '0.00', available: '0.00' },
    series: figures,
  }
}
