/**
 * Whether readers find a documentation page helpful. A reader is the random id of a browser: stored is a keyed hash of
 * it and the page, so that the table says neither who voted nor which votes belong together.
 */
import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { getService } from '#common/service-container'
import type { PageVote, PageVotes } from '#contract/catalog/pages'
import { database } from '#db/connection'
import { pageVotes } from '#db/schema/catalog/page-votes'
import { getDocsPage } from './content-pages.ts'

/** The prefix keeps this signature different from all others made with the same secret. */
const hashReader = (slug: string, reader: string): string =>
  createHmac('sha256', getService('tokenSecret')).update(`vote\n${slug}\n${reader}`).digest('base64url')

async function countVotes(slug: string): Promise<PageVotes> {
  const [counts] = await database()
    .select({
      helpful: sql<number>`(count(*) filter (where ${pageVotes.helpful}))::int`,
      not_helpful: sql<number>`(count(*) filter (where not ${pageVotes.helpful}))::int`,
    })
    .from(pageVotes)
    .where(eq(pageVotes.slug, slug))
  return counts ?? { helpful: 0, not_helpful: 0 }
}

/** The votes on a documentation page. Throws `not_found`. */
export async function getPageVotes(slug: string): Promise<PageVotes> {
  getDocsPage(slug)
  return countVotes(slug)
}

/** Stores a reader's vote in place of an earlier one, and returns all votes on the page. Throws `not_found`. */
export async function savePageVote(slug: string, { helpful, reader }: PageVote): Promise<PageVotes> {
  getDocsPage(slug)
  await database()
    .insert(pageVotes)
    .values({ slug, reader_hash: hashReader(slug, reader), helpful })
    .onConflictDoUpdate({
      target: [pageVotes.slug, pageVotes.reader_hash],
      set: { helpful, voted_at: new Date() },
    })
  return countVotes(slug)
}
