import { type SQL, sql } from 'drizzle-orm'
import { mayDo } from '#contract/permissions'
import { QUEUE_MAX, type QueueItem, type QueueKind } from '#contract/queue'
import { statement } from '#db/prepared'
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
  of_kind: number,
  place: number,
]

/** Statements by their sources, planned once for each connection: planning takes longer than reading. */
const statements = new Map<string, ReturnType<typeof statement<Row>>>()

const selectQueue = (parts: SQL[]): SQL => sql`
  select kind, id, title, user_id, user_name, greatest(0, floor(extract(epoch from now() - since)))::int as age_s,
    to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_at, link, opens, of_kind, place
  from (
    select waiting.*, (count(*) over (partition by kind))::int as of_kind,
      (row_number() over (order by since, kind, id))::int as place,
      row_number() over (partition by kind order by since, id) as place_in_kind
    from (${sql.join(parts, sql` union all `)}) as waiting
  ) as placed
  where place <= ${sql.raw(String(QUEUE_MAX))} or place_in_kind = 1 order by place`

/** What waits, oldest first, of the kinds that these roles may see; one statement over indexes. */
export async function readQueue(roles: readonly AdminRole[] | undefined, only?: QueueKind) {
  const wanted = queueSources.flatMap(({ kind, permission, rows }) => {
    const isWanted = mayDo(roles, permission) && (only === undefined || only === kind)
    const select = isWanted ? rows() : undefined
    return select
      ? [
          {
            kind,
            part: sql`select ${sql.raw(`'${kind}'`)}::text as kind, source.* from (${select}) as source`,
          },
        ]
      : []
  })
  if (wanted.length === 0) return { items: [], counts: [] }
  // The market source has two texts.
  const key = [...wanted.map(({ kind }) => kind), describeMarket().market].join()
  let read = statements.get(key)
  if (!read) {
    read = statement<Row>(() => selectQueue(wanted.map(({ part }) => part)))
    statements.set(key, read)
  }
  return toQueue(await read({}))
}

function toQueue(rows: readonly Row[]) {
  const counts = new Map<QueueKind, number>()
  const items: QueueItem[] = []
  for (const [kind, id, title, user_id, user_name, age_s, due_at, link, opens, of_kind, place] of rows) {
    counts.set(kind, of_kind)
    // Beyond those is the oldest of a kind, for its count.
    if (place > QUEUE_MAX) continue
    const user = user_name === null ? null : { id: user_id, name: user_name }
    items.push({ kind, id, title, user, age_s, due_at, link: link + encodeURIComponent(opens) })
  }
  return { items, counts: [...counts].map(([kind, count]) => ({ kind, count })) }
}
