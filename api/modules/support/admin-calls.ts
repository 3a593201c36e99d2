/** Requests for a call on the support desk. */
import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { adminSupport, CallSchedule } from '#contract/admin-support'
import type { BodyOf, QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { alphabetical } from '#db/schema/columns'
import { callSchedules } from '#db/schema/support'
import { recordAudit } from '#modules/audit/service'
import { exportCsv } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { isMailConfigured } from '#modules/mail/outbox'
import { lockAuthors, notifyAuthors } from './authors.ts'
import { mailCallStatus, statusWords } from './mails.ts'

const columns = getTableColumns(callSchedules)

type CallRow = { [Name in keyof typeof columns]: (typeof callSchedules.$inferSelect)[Name] }

const toCall = (row: CallRow): CallSchedule => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const noSuchCall = () => new Problem('not_found', 'There is no request for a call with this id.')

/** The log outlives the writer's data: it contains the request, not the person. */
const auditable = ({ id, reference, status }: Pick<CallRow, 'id' | 'reference' | 'status'>) => ({
  id,
  reference,
  status,
})

function conditionOf({ status, search }: QueryOf<typeof adminSupport.exportCalls>): SQL | undefined {
  const { reference, name, email, company, purpose, notes } = callSchedules
  return and(
    status && eq(callSchedules.status, status),
    ...searchIn(search, [reference, name, email, company, purpose, notes]),
  )
}

/** A page of the requests. */
export async function listCalls(query: QueryOf<typeof adminSupport.calls>) {
  const condition = conditionOf(query)
  const sorts = {
    created_at: callSchedules.created_at,
    updated_at: callSchedules.updated_at,
    preferred_date: callSchedules.preferred_date,
    name: alphabetical(callSchedules.name),
  }
  const { rows, pagination } = await readList(query, {
    sorts,
    tie: callSchedules.id,
    rows: ({ order, limit, offset }) =>
      database()
        .select(columns)
        .from(callSchedules)
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => database().select({ total: count() }).from(callSchedules).where(condition),
  })
  return { call_schedules: rows.map(toCall), pagination }
}

/** The requests as a file, newest first. */
export function exportCalls(query: QueryOf<typeof adminSupport.exportCalls>): Promise<RowsFile> {
  const condition = conditionOf(query)
  const { created_at, id } = callSchedules
  return exportCsv<CallRow>({
    columns: [
      ['Reference', ({ reference }) => reference],
      ['Received (UTC)', (row) => row.created_at.toISOString()],
      ['Name', ({ name }) => name],
      ['Company', ({ company }) => company],
      ['Email', ({ email }) => email],
      ['Phone', ({ phone }) => phone],
      ['Wanted on', ({ preferred_date }) => preferred_date],
      ['Wanted at', ({ preferred_time }) => preferred_time],
      ['Time zone', ({ timezone }) => timezone],
      ['Status', ({ status }) => status],
      ['Purpose', ({ purpose }) => purpose],
      ['Notes', ({ notes }) => notes],
      ['Changed (UTC)', ({ updated_at }) => updated_at.toISOString()],
    ],
    count: () => slowDatabase().select({ total: count() }).from(callSchedules).where(condition),
    read: (last, limit) =>
      slowDatabase()
        .select(columns)
        .from(callSchedules)
        .where(and(condition, comesAfter('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

/** One request. Throws `not_found`. */
export async function readCall(id: number) {
  const [row] = await database().select(columns).from(callSchedules).where(eq(callSchedules.id, id))
  if (!row) throw noSuchCall()
  return { call_schedule: toCall(row), mail_configured: isMailConfigured() }
}

/**
 * Sets the status of call requests, all of them or none, and mails the visitors whose call is confirmed or cancelled.
 */
export function setCallStatus(
  { ids, status }: BodyOf<typeof adminSupport.setCalls>,
  actor: Actor,
  readAt?: string,
): Promise<CallSchedule[]> {
  return inTransaction(async () => {
    const wanted = inArray(callSchedules.id, [...new Set(ids)])
    const live = await lockAuthors(callSchedules, wanted)
    const before = await database()
      .select()
      .from(callSchedules)
      .where(wanted)
      .orderBy(asc(callSchedules.id))
      .for('no key update')
    if (before.length !== new Set(ids).size) throw noSuchCall()
    for (const row of before) checkUnchanged(row, readAt, 'request')
    const after = await database().update(callSchedules).set({ status }).where(wanted).returning(columns)
    const changed = before.filter((row) => row.status !== status).map((row) => ({ ...row, status }))
    await mailCallStatus(changed)
    await notifyAuthors(
      live,
      changed.map(({ user_id, reference, preferred_date, preferred_time, timezone }) => ({
        user_id,
        title: `Your call ${reference} is ${statusWords[status]}`,
        message: `${preferred_date}, ${preferred_time} ${timezone}`,
      })),
    )
    const [first, ...others] = before.map((row) => ({
      action: 'call.update',
      entity: 'call_schedule',
      entityId: row.id,
      before: auditable(row),
      after: auditable({ ...row, status }),
    }))
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toCall)
  })
}
