import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { QueryOf } from '#contract/endpoint'
import {
  type adminInvestor,
  TIMELINE_ENTRIES_MAX,
  TIMELINE_PAGE_SIZE,
  type TimelineEntry,
} from '#contract/people/admin-investor'
import { hasPermission } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { database } from '#db/connection'
import { prepareStatement } from '#db/prepared-queries'
import { users } from '#db/schema/identity/accounts'
import type { AdminRole } from '#shared/enums/accounts'
import {
  countRowsUpTo,
  EMAIL_LINK_PLACEHOLDER,
  selectNewestRows,
  type TimelineQuery,
  type TimelineSource,
  timelineSources,
} from './timeline-sources.ts'

interface Page {
  /** Id of the investor. */
  user: SQL
  /** A condition on the time of an item; undefined for all. */
  within: TimelineQuery['within']
  skipped: number
  shown: number
}

/** An entry, how many entries there are up to the reach, and the email of the investor; null of a deleted one. */
interface Row {
  at: string
  kind: TimelineEntry['kind']
  title: string
  detail: string
  link: string
  by_id: number | null
  by_name: string | null
  total: number
  email: string | null
}

const number = (value: number): SQL => sql.raw(String(value))

/** How many entries there are, up to the reach. */
function countAll(sources: readonly TimelineSource[], wanted: TimelineQuery): SQL {
  const counts = sources.map((one) => countRowsUpTo(one, wanted, number(TIMELINE_ENTRIES_MAX)))
  return sql`(select least(${number(TIMELINE_ENTRIES_MAX)}, ${sql.join(counts, sql` + `)})::int)`
}

/** One statement: each source reads at most what can be on the page, and counts at most what can be reached. */
function selectPage(sources: readonly TimelineSource[], { user, within, skipped, shown }: Page): SQL {
  const wanted = { user, within }
  const email = sql`(select email from users where id = ${user} and deleted_at is null)`
  const newest = sources.map((one) => sql`(${selectNewestRows(one, wanted, number(skipped + shown))})`)
  return sql`
    select to_char(shown.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, shown.kind, shown.title,
      shown.detail, shown.link, admins.id as by_id, admins.username as by_name,
      ${countAll(sources, wanted)} as total, ${email} as email
    from (select * from (${sql.join(newest, sql` union all `)}) as merged order by at desc, kind, tie desc
      limit ${number(shown)} offset ${number(skipped)}) as shown
    left join admins on admins.id = shown.admin_id order by shown.at desc, shown.kind, shown.tie desc`
}

type FirstPage = [
  at: string,
  kind: TimelineEntry['kind'],
  title: string,
  detail: string,
  link: string,
  by_id: number | null,
  by_name: string | null,
  total: number,
  email: string | null,
]

/** Statements of the first page by their sources: one for each set of permissions and kind. */
const firstPages = new Map<string, ReturnType<typeof prepareStatement<FirstPage>>>()

/** The first page, whose statement is planned once for each connection: planning takes longer than reading. */
async function readFirst(userId: number, sources: readonly TimelineSource[]): Promise<Row[]> {
  const key = sources.map((one) => timelineSources.indexOf(one)).join()
  let read = firstPages.get(key)
  if (!read) {
    const user = sql`${sql.placeholder('user')}::int`
    const page = { user, within: undefined, skipped: 0, shown: TIMELINE_PAGE_SIZE }
    read = prepareStatement<FirstPage>(() => selectPage(sources, page))
    firstPages.set(key, read)
  }
  const rows = await read({ user: userId })
  return rows.map(([at, kind, title, detail, link, by_id, by_name, total, email]) => ({
    ...{ at, kind, title, detail, link, by_id, by_name, total, email },
  }))
}

/** The count for a page after the last one, which has no rows. */
async function readTotal(
  sources: readonly TimelineSource[],
  page: Pick<Page, 'user' | 'within'>,
): Promise<number> {
  if (sources.length === 0) return 0
  const [row] = await database().execute<{ total: number }>(sql`select ${countAll(sources, page)} as total`)
  return row?.total ?? 0
}

/** Throws `not_found` for an unknown or deleted investor. */
async function assertLive(userId: number): Promise<void> {
  const [user] = await database()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deleted_at)))
  if (!user) throw noSuchUser()
}

const noSuchUser = (): Problem => new Problem('not_found', 'Investor not found.')

/** A page of what happened with an investor, newest first, as far as these roles may see it. Throws `not_found`. */
export async function listTimeline(
  userId: number,
  { kind, page, limit, to }: QueryOf<typeof adminInvestor.timeline>,
  roles: readonly AdminRole[] | undefined,
) {
  const sources = timelineSources.filter(
    (source) => hasPermission(roles, source.permission) && (kind === undefined || source.kind === kind),
  )
  const user = sql`${userId}::int`
  const skipped = (page - 1) * limit
  const shown = Math.min(limit, Math.max(0, TIMELINE_ENTRIES_MAX - skipped))
  const within: Page['within'] = to
    ? (at) => sql`${at} < (${to}::date + 1)::timestamp at time zone 'UTC'`
    : undefined
  const rows =
    sources.length === 0 || shown === 0
      ? []
      : page === 1 && limit === TIMELINE_PAGE_SIZE && !to
        ? await readFirst(userId, sources)
        : await database().execute<Row & Record<string, unknown>>(
            selectPage(sources, { user, within, skipped, shown }),
          )
  const [first] = rows
  if (!first) await assertLive(userId)
  else if (first.email === null) throw noSuchUser()
  const total = first?.total ?? (skipped === 0 ? 0 : await readTotal(sources, { user, within }))
  return {
    entries: [...rows].map(({ by_id, by_name, total: _, email, link, ...entry }) => ({
      ...entry,
      link: link.replace(EMAIL_LINK_PLACEHOLDER, encodeURIComponent(email ?? '')),
      by: by_id === null ? null : { id: by_id, username: by_name ?? '' },
    })),
    pagination: { page, limit, pages: Math.max(1, Math.ceil(total / limit)), total },
  }
}
