/**
 * The search of the command palette: one statement of a few small parts, each by an index or over few rows. What is
 * typed decides which parts are asked: a reference such as `T-000123` names one row.
 */

import { and, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '#common/access-token'
import { parseAmount, SEARCH_RESULTS_MAX, type SearchResult } from '#contract/desk/admin-command-palette'
import { hasPermission } from '#contract/permissions'
import { database } from '#db/connection'
import { fullName } from '#db/full-name-sql'
import { searchConditions } from '#db/list-queries'
import { transactions } from '#db/schema/cash/transactions'
import { tokens } from '#db/schema/catalog/tokens'
import { approvals } from '#db/schema/desk/approvals'
import { callSchedules, chatSessions, supportTickets } from '#db/schema/desk/support'
import { subscriptions } from '#db/schema/holdings/subscriptions'
import { admins, users } from '#db/schema/identity/accounts'
import { visibleToCondition } from '#modules/desk/approvals/approvers'
import { byBestMatch } from '#modules/people/users/admin-users'

/** Results of one kind, so that every kind has room. */
const EACH = 8
/** The largest `integer`. */
const ID_MAX = 2_147_483_647

const nobody = sql`null`

/** A text at the beginning of a column, whatever its case, so that an index by prefixes is used. */
const startsWith = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

interface Reference {
  letter: string
  id: number
}

/** `S-000123` or `Approval request 12`, which has the letter P: its letter and number; a bare number or `#123` has no letter. */
export function parseReference(text: string): Reference | undefined {
  const [, letter = '', digits = ''] =
    /^#?(?:(approval request |proposal |[a-z])[- ]?)?0*(\d{1,10})$/i.exec(text) ?? []
  const id = Number(digits)
  return digits !== '' && id >= 1 && id <= ID_MAX
    ? { letter: letter.length > 1 ? 'P' : letter.toUpperCase(), id }
    : undefined
}

const investor = (condition: SQL | undefined, order: SQL) => sql`
  select 'investor' as kind, users.id, ${fullName(users)} as title,
    users.email || ' · A-' || lpad(users.id::text, greatest(6, length(users.id::text)), '0') as subtitle,
    '?d=users&user=' || users.id as link
  from ${users} where users.deleted_at is null and ${condition} order by ${order} limit ${EACH}`

const subscription = (condition: SQL) => sql`
  select 'subscription' as kind, asked.id,
    'S-' || lpad(asked.id::text, greatest(6, length(asked.id::text)), '0') || ' ' || tokens.symbol as title,
    ${fullName(sql`person`)} || ' · $' || trim(to_char(asked.amount, 'FM999,999,999,990.00'))
      || ' · ' || case asked.state when 'funded' then 'paid' else replace(asked.state, '_', ' ') end as subtitle,
    '?d=subscriptions&item=' || asked.id as link
  from ${subscriptions} as asked join ${tokens} on tokens.id = asked.token_id
  join ${users} as person on person.id = asked.user_id where ${condition} limit ${EACH}`

const transaction = (condition: SQL, from: SQL = sql`${transactions}`) => sql`
  select 'transaction' as kind, booked.id,
    upper(left(booked.type, 1)) || substr(booked.type, 2) || ' of $' || trim(to_char(booked.amount, 'FM999,999,999,990.00')) as title,
    '#' || booked.id || ' · ' || coalesce(nullif(${fullName(sql`person`)}, ''), 'Deleted investor')
      || ' · ' || to_char(booked.transaction_date at time zone 'UTC', 'FMDD Mon YYYY')
      || case when booked.status = 'completed' then '' else ' · ' || booked.status end
      || case when booked.description = '' then '' else ' · ' || left(booked.description, 80) end as subtitle,
    '?d=transactions&user=' || booked.user_id || '&search=%23' || booked.id as link
  from ${from} as booked join ${users} as person on person.id = booked.user_id where ${condition} limit ${EACH}`

/** Transactions that are searched for words and amounts: the ones that were entered last. */
const RECENT = 10_000

/** Recent transactions that meet a condition on `recent`, the newest first. */
const recentTransaction = (condition: SQL | undefined) =>
  transaction(
    sql`true`,
    sql`(select * from (select * from ${transactions} order by id desc limit ${RECENT}) as recent
      where ${condition} order by recent.id desc limit ${EACH})`,
  )

/** Those whose description has every word: the reference of a bank may be anywhere in it. */
const recentWithWords = (search: string) =>
  recentTransaction(
    and(sql`recent.description <> ''`, ...searchConditions(search, [sql`recent.description`])),
  )

/** Transactions whose description begins with a text, however old they are. */
const transactionBeginning = (search: string) =>
  transaction(
    sql`booked.description <> '' and lower(left(booked.description, 60)) like ${startsWith(search.slice(0, 60))}`,
  )

const proposal = (id: number, caller: Caller) => sql`
  select 'proposal' as kind, asked.id, 'Approval request ' || asked.id as title,
    case asked.state when 'waiting' then 'awaiting approval' when 'refused' then 'rejected' when 'stale' then 'outdated' else asked.state end
      || ' · requested by ' || person.username || ' · ' || left(asked.reason, 80) as subtitle,
    '?d=approvals&item=' || asked.id as link
  from ${approvals} as asked join ${admins} as person on person.id = asked.proposed_by
  where asked.id = ${id} and asked.id in (select ${approvals.id} from ${approvals} where ${visibleToCondition(caller) ?? sql`true`})`

const desk = (kind: 'ticket' | 'call' | 'chat', id: number): SQL => {
  const parts = {
    ticket: { table: supportTickets, about: sql`asked.subject`, link: sql`'?d=support&item=' || asked.id` },
    call: {
      table: callSchedules,
      about: sql`asked.purpose`,
      link: sql`'?d=support&tab=calls&item=' || asked.id`,
    },
    chat: {
      table: chatSessions,
      about: nobody,
      link: sql`'?d=support&tab=chats&item=' || asked.session_id`,
    },
  }
  const { table, about, link } = parts[kind]
  return sql`
    select ${kind}::text as kind, asked.id, concat_ws(' ', asked.reference, ${about}) as title,
      asked.name || ' · ' || replace(asked.status, '_', ' ') as subtitle, ${link} as link
    from ${table} as asked where asked.id = ${id}`
}

const series = (search: string) => sql`
  select 'series' as kind, tokens.id, tokens.symbol as title, tokens.name as subtitle,
    '?d=tokens&token=' || ltrim(tokens.symbol, '$') as link
  from ${tokens} where ${and(...searchConditions(search, [tokens.symbol, tokens.name]))} order by tokens.symbol limit ${EACH}`

/** Whether the caller's roles may read amounts. */
const mayReadMoney = ({ adminRoles }: Caller): boolean => hasPermission(adminRoles, 'read')

/** The rows of a reference, best first, of the kinds that the caller may read; undefined where its letter is of no kind. */
function partsOfReference({ letter, id }: Reference, caller: Caller): SQL[] | undefined {
  const mayRead = mayReadMoney(caller)
  const ofMoney = (...parts: SQL[]) => (mayRead ? parts : [])
  switch (letter) {
    case 'S':
      return ofMoney(
        subscription(sql`asked.id = ${id}`),
        transaction(sql`booked.id = (select transaction_id from subscriptions where id = ${id})`),
      )
    case 'P':
      return ofMoney(proposal(id, caller))
    case 'T':
      return [desk('ticket', id)]
    case 'C':
      return [desk('call', id)]
    case 'L':
      return [desk('chat', id)]
    case 'A':
      return [investor(sql`users.id = ${id}`, sql`users.id`)]
    case '':
      return [
        ...ofMoney(transaction(sql`booked.id = ${id}`), subscription(sql`asked.id = ${id}`)),
        investor(sql`users.id = ${id}`, sql`users.id`),
        desk('ticket', id),
        desk('call', id),
        desk('chat', id),
        ...ofMoney(proposal(id, caller)),
      ]
    default:
      return undefined
  }
}

/** Transactions with an amount or a text of a bank in it. */
function transactionsSaying(search: string): SQL[] {
  const amount = parseAmount(search)
  return [
    ...(amount === undefined ? [] : [recentTransaction(sql`recent.amount = ${amount}`)]),
    transactionBeginning(search),
    recentWithWords(search),
  ]
}

/** The parts to ask, best first, of the kinds that the caller may read. */
function partsOf(search: string, caller: Caller): SQL[] {
  const mayRead = mayReadMoney(caller)
  const reference = parseReference(search)
  const named = reference && partsOfReference(reference, caller)
  // A bare number may also be an amount or the reference of a bank; one with a # or a letter is not.
  if (named) return /^\d/.test(search) && mayRead ? [...named, ...transactionsSaying(search)] : named
  const byName = and(...searchConditions(search, [users.email, users.first_name, users.last_name]))
  return [
    investor(byName, sql.join([...byBestMatch(search), sql`users.id`], sql`, `)),
    ...(mayRead ? [series(search), ...transactionsSaying(search)] : []),
  ]
}

/** What fits the text, best first, of what the caller may see. Empty for an empty text. */
export async function searchRecords(text: string | undefined, caller: Caller): Promise<SearchResult[]> {
  const wanted = (text ?? '').trim()
  if (wanted === '' || !hasPermission(caller.adminRoles, 'read_desk')) return []
  const parts = partsOf(wanted, caller)
  if (parts.length === 0) return []
  const placed = parts.map((part, at) => sql`(select ${at}::int as part, found.* from (${part}) as found)`)
  const rows = await database().execute<SearchResult & { part: number }>(sql`
    select * from (${sql.join(placed, sql` union all `)}) as found order by part limit ${SEARCH_RESULTS_MAX}`)
  // A transaction that fits in several ways is listed once.
  const found = new Map(rows.toReversed().map(({ part: _, ...row }) => [`${row.kind} ${row.id}`, row]))
  return [...found.values()].toReversed()
}
