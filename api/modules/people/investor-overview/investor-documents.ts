/** The verification of an investor in short, and the documents that are kept about them. */
import { desc, eq, sql } from 'drizzle-orm'
import { type InvestorOverview, OVERVIEW_DOCUMENTS_MAX } from '#contract/people/admin-investor'
import { hasPermission } from '#contract/permissions'
import { database } from '#db/connection'
import { seriesDocuments, seriesDocumentVersions } from '#db/schema/catalog/series'
import { verificationFiles, verifications } from '#db/schema/compliance/verifications'
import { subscriptionAcknowledgements, subscriptions } from '#db/schema/holdings/subscriptions'
import {
  countOpenMatches,
  NO_MATCH_DETAILS,
  readMatchDetails,
} from '#modules/compliance/screening/screening-matches'
import type { AdminRole } from '#shared/enums/accounts'

type Summary = NonNullable<InvestorOverview['verification']>
type Documents = NonNullable<InvestorOverview['documents']>

/** Where a verification is, without what was said; screening details only for roles that read the audit log. */
export async function getVerificationSummary(
  userId: number,
  roles: readonly AdminRole[] | undefined,
): Promise<Summary> {
  const [row] = await database()
    .select({
      state: verifications.state,
      kind: verifications.kind,
      risk: verifications.risk,
      submitted_at: verifications.submitted_at,
      verified_until: verifications.verified_until,
      hand_reason: sql<
        string | null
      >`case when ${verifications.by_hand} then ${verifications.hand_reason} end`,
    })
    .from(verifications)
    .where(eq(verifications.user_id, userId))
  if (!row) throw new Error('An account without a verification')
  return {
    ...row,
    submitted_at: row.submitted_at?.toISOString() ?? null,
    open_hits: await countOpenMatches(userId),
    ...(hasPermission(roles, 'audit') ? await readMatchDetails(userId) : NO_MATCH_DETAILS),
  }
}

/** What the investor acknowledged, newest first, and the files of evidence by item; never their names or bytes. */
export async function listInvestorDocuments(userId: number): Promise<Documents> {
  const rows = await database()
    .select({
      subscription_id: subscriptions.id,
      title: seriesDocuments.title,
      version: seriesDocumentVersions.version,
      acknowledged_at: subscriptionAcknowledgements.acknowledged_at,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(subscriptionAcknowledgements)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionAcknowledgements.subscription_id))
    .innerJoin(seriesDocumentVersions, eq(seriesDocumentVersions.id, subscriptionAcknowledgements.version_id))
    .innerJoin(seriesDocuments, eq(seriesDocuments.id, seriesDocumentVersions.document_id))
    .where(eq(subscriptions.user_id, userId))
    .orderBy(
      desc(subscriptionAcknowledgements.acknowledged_at),
      desc(subscriptionAcknowledgements.version_id),
    )
    .limit(OVERVIEW_DOCUMENTS_MAX)
  const evidence = await database()
    .select({
      item: verificationFiles.item,
      files: sql<number>`count(*)::int`,
      last: sql<string>`to_char(max(${verificationFiles.created_at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(verificationFiles)
    .where(eq(verificationFiles.user_id, userId))
    .groupBy(verificationFiles.item)
    .orderBy(verificationFiles.item)
  return {
    acknowledged: rows[0]?.total ?? 0,
    newest: rows.map(({ total: _, ...row }) => ({
      ...row,
      acknowledged_at: row.acknowledged_at.toISOString(),
    })),
    evidence,
  }
}
