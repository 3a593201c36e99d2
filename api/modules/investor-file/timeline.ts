import { and, eq, isNull, sql } from 'drizzle-orm'
import { type adminInvestor, TIMELINE_REACH, type TimelineEntry } from '#contract/admin-investor'
import type { QueryOf } from '#contract/endpoint'
import { mayDo } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { users } from '#db/schema/accounts'
import type { AdminRole } from '#shared/enums/accounts'
import { timelineSources, type Wanted } from './timeline-sources.ts'

interface Row extends Record<string, unknown>, Omit<TimelineEntry, 'by'> {
  by_id: number | null
  by_name: string | null
}

/** The email of an investor. Throws `not_found` for an unknown or deleted one. */
async function emailOf(userId: number): Promise<string> {
  const [user] = await database()
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!user) throw new Problem('not_found', 'There is no user with this id.')
  return user.email
}

/** A page of what happened with an investor, newest first, as far as these roles may see it. Throws `not_found`. */
export async function readTimeline(
  userId: number,
  { kind, page, limit, to }: QueryOf<typeof adminInvestor.timeline>,
  roles: readonly AdminRole[] | undefined,
) {
  const email = await emailOf(userId)
  const sources = timelineSources.filter(
    (source) => mayDo(roles, source.permission) && (kind === undefined || source.kind === kind),
  )
  const empty = { page, limit, pages: 1, total: 0 }
  if (sources.length === 0) return { entries: [], pagination: empty }
  const within: Wanted['within'] = (at) =>
    to ? sql`${at} < (${to}::date + 1)::timestamp at time zone 'UTC'` : sql`true`
  const union = (rowsOfEach: number) =>
    sql.join(
      sources.map(
        (source) =>
          sql`(select ${source.kind}::text as kind, part.* from (${source.rows({ userId, email, within, limit: rowsOfEach })}) as part)`,
      ),
      sql` union all `,
    )
  const skipped = (page - 1) * limit
  const shown = Math.min(limit, Math.max(0, TIMELINE_REACH - skipped))
  const rows = await database().execute<Row>(sql`
    select to_char(shown.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, shown.kind, shown.title,
      shown.detail, shown.link, admins.id as by_id, admins.username as by_name
    from (select * from (${union(Math.min(skipped + limit, TIMELINE_REACH))}) as merged order by at desc, kind, tie desc
      limit ${shown} offset ${skipped}) as shown
    left join admins on admins.id = shown.admin_id order by shown.at desc, shown.kind, shown.tie desc`)
  // A first page that is not full needs no count.
  const isAll = rows.length < limit && (rows.length > 0 || skipped === 0)
  const total = isAll ? skipped + rows.length : await countUpTo(union(TIMELINE_REACH))
  return {
    entries: rows.map(({ by_id, by_name, ...entry }) => ({
      ...entry,
      by: by_id === null ? null : { id: by_id, username: by_name ?? '' },
    })),
    pagination: { page, limit, pages: Math.max(1, Math.ceil(total / limit)), total },
  }
}

async function countUpTo(union: ReturnType<typeof sql>): Promise<number> {
  const [row] = await database().execute<{ total: number }>(
    sql`select count(*)::int as total from (select 1 from (${union}) as merged limit ${TIMELINE_REACH}) as counted`,
  )
  return row?.total ?? 0
}
