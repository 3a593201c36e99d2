import { type SQL, sql } from 'drizzle-orm'
import { mayDo } from '#contract/permissions'
import { QUEUE_MAX, type QueueItem, type QueueKind } from '#contract/queue'
import { statement } from '#db/prepared'
import { users } from '#db/schema/accounts'
import { describeMarket } from '#modules/market/current-feed'
import type { AdminRole } from '#shared/enums/accounts'
import { queueSources } from './sources.ts'

type Row = [
  kind: QueueKind,
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
const statements = new Map<string, ReturnType<typeof statement<Row>>>()

/** The oldest items in their order, then one row for each kind with its count. */
const selectQueue = (parts: SQL[]): SQL => sql`
  with waiting as materialized (${sql.join(parts, sql` union all `)})
  select kind, oldest.id, title, person.id as user_id,
    coalesce(person.first_name || ' ' || person.last_name, visitor) as user_name,
    greatest(0, floor(extract(epoch from now() - since)))::int as age_s,
    to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at, link,
    coalesce(opens, person.email, '') as opens, place, null::int as of_kind
  from (select *, (row_number() over (order by since, kind, id))::int as place from waiting
    order by place limit ${sql.raw(String(QUEUE_MAX))}) as oldest
  -- Looked up for the rows shown only; without the limit, the plan reads all investors instead.
  left join lateral (select id, email, first_name, last_name from ${users}
    where users.id = case when kind = 'mail'
        then (select id from ${users} where lower(email) = lower(visitor) and deleted_at is null limit 1)
        else oldest.user_id end
      and deleted_at is null limit 1) as person on true
  union all
  select kind, 0, '', null, null, 0, null, '', '', null, count(*)::int from waiting group by kind
  order by place`

/** Who reads: an administrator and their roles. */
interface Reader {
  id: number
  roles: readonly AdminRole[] | undefined
}

/** What waits, oldest first, of the kinds that this reader may decide; one statement over indexes. */
export async function readQueue({ id, roles }: Reader, only?: QueueKind) {
  const wanted = queueSources.flatMap(({ kind, permission, rows }) => {
    const isWanted = mayDo(roles, permission) && (only === undefined || only === kind)
    const select = isWanted ? rows(roles ?? []) : undefined
    return select
      ? [
          {
            kind,
            part: sql`select ${sql.raw(`'${kind}'`)}::text collate "C" as kind, source.* from (${select}) as source`,
          },
        ]
      : []
  })
  if (wanted.length === 0) return { items: [], counts: [] }
  // The market source has two texts, and which proposals count depends on the roles.
  const key = [...wanted.map(({ kind }) => kind), describeMarket().market, ...(roles ?? []).toSorted()].join()
  let read = statements.get(key)
  if (!read) {
    read = statement<Row>(() => selectQueue(wanted.map(({ part }) => part)))
    statements.set(key, read)
  }
  return toQueue(await read({ reader: id }))
}

function toQueue(rows: readonly Row[]) {
  const counts = new Map<QueueKind, number>()
  const items: QueueItem[] = []
  for (const [kind, id, title, user_id, user_name, age_s, due_at, link, opens, place, count] of rows) {
    if (place === null) {
      counts.set(kind, count ?? 0)
      continue
    }
    const user = user_name === null ? null : { id: user_id, name: user_name }
    items.push({ kind, id, title, user, age_s, due_at, link: link + encodeURIComponent(opens) })
  }
  return { items, counts: [...counts].map(([kind, count]) => ({ kind, count })) }
}
