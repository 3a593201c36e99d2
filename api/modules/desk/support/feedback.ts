/** Satisfaction ratings: requested once after closing, by a link that works once. */
import { createHash, randomBytes } from 'node:crypto'
import { and, avg, count, eq, gte, isNull, sql } from 'drizzle-orm'
import { equalsInConstantTime } from '#common/access-token'
import { getService } from '#common/service-container'
import type { Feedback } from '#contract/desk/admin-support-items'
import { FEEDBACK_PATH, type FeedbackBody } from '#contract/desk/feedback'
import { invalidFieldProblem } from '#contract/problem'
import { database } from '#db/connection'
import { feedbackRequests } from '#db/schema/desk/support'
import { hasReachableEmail } from './support-emails.ts'

type Subject = 'ticket_id' | 'chat_id'

const DAYS = 30

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

interface Asked {
  id: number
  name: string
  email: string
  reference: string
}

/**
 * Creates links for authors who have not been asked before, in the surrounding transaction, by the id of the
 * closed item. Only their hashes are stored.
 */
export async function createFeedbackRequests(
  subject: Subject,
  closed: Asked[],
): Promise<Map<number, string>> {
  const asked = closed.filter((row) => row.email !== '' && hasReachableEmail(row))
  const tokens = new Map(asked.map(({ id }) => [id, randomBytes(32).toString('base64url')]))
  if (asked.length === 0) return new Map()
  const rows = await database()
    .insert(feedbackRequests)
    .values(
      asked.map(({ id }) => ({
        [subject]: id,
        token_hash: hashOf(tokens.get(id) ?? ''),
        expires_at: sql`now() + ${DAYS}::int * interval '1 day'`,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: feedbackRequests[subject] })
  const page = `${getService('publicOrigin')}${FEEDBACK_PATH}`
  return new Map(
    rows.flatMap(({ id }) => (id === null ? [] : [[id, `${page}#token=${tokens.get(id)}`] as const])),
  )
}

/**
 * Stores the response to a link. Throws `validation` for one that is unknown, used or expired, without saying
 * which.
 */
export async function saveFeedback({ token, score, text = '' }: FeedbackBody): Promise<void> {
  const hash = hashOf(token)
  const [used] = await database()
    .update(feedbackRequests)
    .set({ score, text, answered_at: sql`now()` })
    .where(
      and(
        eq(feedbackRequests.token_hash, hash),
        isNull(feedbackRequests.score),
        sql`${feedbackRequests.expires_at} > now()`,
      ),
    )
    .returning({ token_hash: feedbackRequests.token_hash })
  if (!used || !equalsInConstantTime(used.token_hash, hash)) {
    throw invalidFieldProblem('/token', 'This link has already been used or has expired.')
  }
}

/** The rating of a ticket or chat. */
export async function getFeedback(subject: Subject, id: number): Promise<Feedback> {
  const [row] = await database().select().from(feedbackRequests).where(eq(feedbackRequests[subject], id))
  if (!row || row.score === null || row.answered_at === null) return null
  return { score: row.score, text: row.text, answered_at: row.answered_at.toISOString() }
}

/** Days covered by the average. */
const PERIOD_DAYS = 90

/** The average rating of recently closed items, and the number of ratings. */
export async function getSatisfaction() {
  const [row] = await database()
    .select({
      asked: count(),
      answers: count(feedbackRequests.score),
      average: avg(feedbackRequests.score),
    })
    .from(feedbackRequests)
    .where(gte(feedbackRequests.created_at, sql`now() - ${PERIOD_DAYS}::int * interval '1 day'`))
  return {
    period_days: PERIOD_DAYS,
    asked: row?.asked ?? 0,
    answers: row?.answers ?? 0,
    average: row?.average ? Number(row.average).toFixed(1) : null,
  }
}
