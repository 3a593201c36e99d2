import { type SQL, sql } from 'drizzle-orm'
import {
  WORK_QUEUE_ITEMS_MAX,
  type WorkQueueItem,
  type WorkQueueType,
  type workQueue,
} from '#contract/desk/work-queue'
import type { QueryOf } from '#contract/endpoint'
import { hasPermission } from '#contract/permissions'
import { fullName } from '#db/full-name-sql'
import { prepareStatement } from '#db/prepared-queries'
import { users } from '#db/schema/identity/accounts'
import { getMarketReadiness } from '#modules/market/active-feed'
import type { AdminRole } from '#shared/enums/accounts'
import { workQueueSources } from './work-queue-sources.ts'

type Row = [
  kind: WorkQueueType,
  id: number,
  title: string,
  user_id: number | null,
  user_name: string | null,
  age_s: number,
  due_at: string | null,
  link: string,
  opens: string,
  /** Null in a row that counts a kind. */
  place: number | null,
  of_kind: number | null,
]

/** Statements by their sources, planned once for each connection: planning takes longer than reading. */
const statements = new Map<string, ReturnType<typeof prepareStatement<Row>>>()

/** The text of an instant as responses have it. */
const isoText = (instant: SQL): SQL =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const first = (
  order: SQL,
): SQL => sql`(select *, (row_number() over (order by ${order}))::int as place from waiting
    order by place limit ${sql.raw(String(WORK_QUEUE_ITEMS_MAX))})`
/** The oldest of all, those of one kind in its order, or the first of each kind: the kind with the oldest on top. */
const oldestOfAll = first(sql`since, kind, id`)
const firstOfKind = first(sql`rank, since, kind, id`)
const firstOfEach = sql`(select *, (row_number() over (order by kind_since, kind, nth))::int as place
    from (select *, row_number() over (partition by kind order by rank, since, id) as nth,
      min(since) over (partition by kind) as kind_since from waiting) as ranked
    where nth <= ${sql.placeholder('each')}::int)`

/** The items that are shown in their order, then one row for each kind with its count and its first target. */
const selectQueue = (parts: SQL[], shown: SQL): SQL => sql`
  with waiting as materialized (${sql.join(parts, sql` union all `)})
  select kind, oldest.id, title, person.id as user_id,
    coalesce(${fullName(sql`person`)}, visitor) as user_name,
    greatest(0, floor(extract(epoch from now() - since)))::int as age_s,
    ${isoText(sql`due_at`)} as due_at, link,
    coalesce(opens, person.email, '') as opens, place, null::int as of_kind
  from ${shown} as oldest
  -- Looked up for the rows shown only; without the limit, the plan reads all investors instead.
  left join lateral (select id, email, first_name, last_name from ${users}
    where users.id = oldest.user_id and deleted_at is null limit 1) as person on true
  union all
  select kind, 0, '', null, null, 0, ${isoText(sql`min(due_at)`)}, '', '', null, count(*)::int from waiting group by kind
  order by place`

/** Who reads: an administrator and their roles. */
interface Reader {
  id: number
  roles: readonly AdminRole[] | undefined
}

/**
 * What waits, oldest first, of the kinds that this reader may decide, or of one in its own order; with `each` so many of
 * every kind. One statement over indexes.
 */
export async function listWorkQueue(
  { id, roles }: Reader,
  { kind: only, each }: QueryOf<typeof workQueue.get> = {},
) {
  const wanted = workQueueSources.flatMap(({ kind, permission, rows, rank = sql`0` }) => {
    const isWanted = hasPermission(roles, permission) && (only === undefined || only === kind)
    const select = isWanted ? rows(roles ?? []) : undefined
    return select
      ? [
          {
            kind,
            part: sql`select ${sql.raw(`'${kind}'`)}::text collate "C" as kind, source.id, source.title, source.user_id,
              source.visitor, source.since, source.due_at, source.link, source.opens, ${rank} as rank from (${select}) as source`,
          },
        ]
      : []
  })
  if (wanted.length === 0) return { items: [], counts: [] }
  // The market source has two texts, and which proposals count depends on the roles.
  const key = [
    ...wanted.map(({ kind }) => kind),
    getMarketReadiness().market,
    each !== undefined,
    only !== undefined,
    ...(roles ?? []).toSorted(),
  ].join()
  let read = statements.get(key)
  if (!read) {
    read = prepareStatement<Row>(() =>
      selectQueue(
        wanted.map(({ part }) => part),
        each !== undefined ? firstOfEach : only === undefined ? oldestOfAll : firstOfKind,
      ),
    )
    statements.set(key, read)
  }
  return toQueue(await read({ reader: id, each }))
}

function toQueue(rows: readonly Row[]) {
  const counts: { kind: WorkQueueType; count: number; due_at: string | null }[] = []
  const items: WorkQueueItem[] = []
  for (const [kind, id, title, user_id, user_name, age_s, due_at, link, opens, place, count] of rows) {
    if (place === null) {
      counts.push({ kind, count: count ?? 0, due_at })
      continue
    }
    const user = user_name === null ? null : { id: user_id, name: user_name }
    items.push({ kind, id, title, user, age_s, due_at, link: link + encodeURIComponent(opens) })
  }
  return { items, counts }
}
