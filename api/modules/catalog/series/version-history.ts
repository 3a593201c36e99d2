/** Earlier versions of the offerings, the facts and the documents of a series, from the audit log. */
import { sql } from 'drizzle-orm'
import type { PreviousVersion } from '#contract/catalog/admin-series'
import { database } from '#db/connection'
import { toIsoTimestamp } from '#db/prepared-queries'
import { offerings, seriesDocuments } from '#db/schema/catalog/series'
import { admins } from '#db/schema/identity/accounts'
import { auditLog } from '#db/schema/platform/audit'

/** Maximum versions in one response. */
const MAX_LISTED = 100

type Row = Omit<PreviousVersion, 'from' | 'until'> & { since: string | null; until: string }

/**
 * What each change replaced, complete, newest first. The audit log is append-only and chained, so no version can be
 * lost or changed, and it is their only store. A version was in force from the change before it, or since its row was
 * added.
 */
export async function listPreviousVersions(tokenId: number): Promise<PreviousVersion[]> {
  const rows = await database().execute<Row & Record<string, unknown>>(sql`
    select entry.id as entry, entry.of, entry.entity_id::int as id, entry.title, entry.before, entry.after,
      coalesce(admins.username, entry.admin_name) as by, entry.since::text, entry.created_at::text as until
    from (
      select changed.*, coalesce(lag(changed.created_at) over (partition by changed.entity, changed.entity_id order by changed.id),
        (changed.before ->> 'created_at')::timestamptz, named.created_at) as since, named.of, named.title
      from (
        select 'offering' as entity, id::text as entity_id, 'offering' as of, 'Offering ' || id as title, created_at
        from ${offerings} where token_id = ${tokenId}
        union all
        select 'series_document', id::text, 'document', title, created_at from ${seriesDocuments} where token_id = ${tokenId}
        union all
        select 'series', ${tokenId}::int::text, 'facts', 'Key facts', null
      ) as named
      join ${auditLog} as changed on changed.entity = named.entity and changed.entity_id = named.entity_id
      where changed.action in ('offering.update', 'series.update', 'series_document.update')
    ) as entry
    left join ${admins} as admins on admins.id = entry.admin_id
    order by entry.id desc limit ${MAX_LISTED}`)
  return [...rows].map(({ since, until, ...version }) => ({
    ...version,
    from: since && toIsoTimestamp(since),
    until: toIsoTimestamp(until),
  }))
}
