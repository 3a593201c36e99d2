import { sql } from 'drizzle-orm'
import { mayDo } from '#contract/permissions'
import { QUEUE_MAX, type QueueItem, type QueueKind } from '#contract/queue'
import { database } from '#db/connection'
import type { AdminRole } from '#shared/enums/accounts'
import { queueSources } from './sources.ts'

interface Row extends Record<string, unknown> {
  kind: QueueKind
  id: number
  title: string
  user_id: number | null
  user_name: string | null
  age_s: number
  due_at: string | null
  link: string
  opens: string
  of_kind: number
  place: number
}

/** What waits, oldest first, of the kinds that these roles may see; one statement over indexes. */
export async function readQueue(roles: readonly AdminRole[] | undefined, only?: QueueKind) {
  const parts = queueSources.flatMap(({ kind, permission, rows }) => {
    const isWanted = mayDo(roles, permission) && (only === undefined || only === kind)
    const select = isWanted ? rows() : undefined
    return select ? [sql`select ${kind}::text as kind, source.* from (${select}) as source`] : []
  })
  if (parts.length === 0) return { items: [], counts: [] }
  const rows = await database().execute<Row>(sql`
    select kind, id, title, user_id, user_name, link, opens, of_kind, place,
      greatest(0, floor(extract(epoch from now() - since)))::int as age_s,
      to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at
    from (
      select waiting.*, (count(*) over (partition by kind))::int as of_kind,
        (row_number() over (order by since, kind, id))::int as place,
        row_number() over (partition by kind order by since, id) as place_in_kind
      from (${sql.join(parts, sql` union all `)}) as waiting
    ) as placed
    where place <= ${QUEUE_MAX} or place_in_kind = 1 order by place`)
  return toQueue(rows)
}

function toQueue(rows: readonly Row[]) {
  const counts = new Map<QueueKind, number>()
  const items: QueueItem[] = []
  for (const { of_kind, place, user_id, user_name, link, opens, ...row } of rows) {
    counts.set(row.kind, of_kind)
    // Beyond those is the oldest of a kind, for its count.
    if (place > QUEUE_MAX) continue
    const user = user_name === null ? null : { id: user_id, name: user_name }
    items.push({ ...row, user, link: link + encodeURIComponent(opens) })
  }
  return { items, counts: [...counts].map(([kind, count]) => ({ kind, count })) }
}
