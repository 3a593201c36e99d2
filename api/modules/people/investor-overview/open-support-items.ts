/** What of an investor the desk still has to do: open tickets, calls and chats. */
import { sql } from 'drizzle-orm'
import { type InvestorOverview, OVERVIEW_SUPPORT_ITEMS_MAX } from '#contract/people/admin-investor'
import { database } from '#db/connection'

type Desk = InvestorOverview['desk']

/** The open ones of one investor, as one select: the newest with their number, which is that of all. */
const open = (userId: number) => sql`
  select kind, id, reference, title, status, due, created_at, link from (
    select 'ticket' as kind, id, reference, subject as title, status, due, created_at,
        '?d=support&item=' || id as link
      from support_tickets where user_id = ${userId} and status in ('open', 'in_progress')
    union all
    select 'call', id, reference, purpose, status, due, created_at, '?d=support&tab=calls&item=' || id
      from call_schedules where user_id = ${userId} and status in ('pending', 'in_progress')
    union all
    select 'chat', id, reference, 'Chat', status, due, created_at, '?d=support&tab=chats&item=' || session_id
      from chat_sessions where user_id = ${userId} and status = 'open'
  ) as item`

/** Counts of what is open, and the newest of it with the ways there. */
export async function getOpenSupportItems(userId: number): Promise<Desk> {
  const rows = await database().execute<{
    kind: Desk['newest'][number]['kind']
    reference: string
    title: string
    status: Desk['newest'][number]['status']
    due: Date | null
    created_at: Date
    link: string
    of_kind: number
  }>(sql`
    select * from (
      select item.*, count(*) over (partition by kind)::int as of_kind,
        row_number() over (order by created_at desc, kind, id desc) as place,
        row_number() over (partition by kind order by created_at desc, id desc) as place_of_kind
      from (${open(userId)}) as item
    ) as ranked where place <= ${OVERVIEW_SUPPORT_ITEMS_MAX} or place_of_kind = 1 order by place`)
  const countOf = (kind: string) => rows.find((row) => row.kind === kind)?.of_kind ?? 0
  return {
    tickets: countOf('ticket'),
    calls: countOf('call'),
    chats: countOf('chat'),
    newest: rows
      .slice(0, OVERVIEW_SUPPORT_ITEMS_MAX)
      .map(({ kind, reference, title, status, due, created_at, link }) => ({
        kind,
        reference,
        title,
        status,
        due: due === null ? null : new Date(due).toISOString(),
        created_at: new Date(created_at).toISOString(),
        link,
      })),
  }
}
