/** Requests for a call on the support desk. */

import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { Actor } from '#common/actor'
import type { RowsFile } from '#common/files'
import type { adminSupport, CallSchedule } from '#contract/admin-support'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { alphabetical } from '#db/schema/columns'
import { callSchedules } from '#db/schema/support'
import { recordAudit } from '#modules/audit/service'
import { exportCsv } from '#modules/csv'
import { checkUnchanged } from '#modules/editing'
import { isMailConfigured } from '#modules/mail/outbox'
import { writeDay } from '#shared/written-day'
import { lockAuthors, notifyAuthors } from './authors.ts'
import {
  addNotes,
  assignedIn,
  assignedName,
  checkChange,
  checkUndo,
  type DeskChange,
  deskTimes,
  listNotes,
  lockAssignee,
} from './desk.ts'
import { entriesOf, handlingColumns } from './desk-records.ts'
import { mailCallStatus, statusWords } from './mails.ts'
import { answeredBefore, answeredNow, isDone, renewTarget, resolvedAt } from './targets.ts'

const ownColumns = getTableColumns(callSchedules)
const columns = { ...ownColumns, assigned_name: assignedName(callSchedules) }

type CallRow = { [Name in keyof typeof ownColumns]: (typeof callSchedules.$inferSelect)[Name] } & {
  assigned_name: string
}

const toCall = (row: CallRow): CallSchedule => ({
  ...row,
  ...deskTimes(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const noSuchCall = () => new Problem('not_found', 'There is no request for a call with this id.')

function conditionOf(
  { status, search, assigned }: QueryOf<typeof adminSupport.exportCalls>,
  adminId: number,
): SQL | undefined {
  const { reference, name, email, company, purpose, notes } = callSchedules
  return and(
    status && eq(callSchedules.status, status),
    assignedIn(callSchedules.assigned_to, assigned, adminId),
    ...searchIn(search, [reference, name, email, company, purpose, notes]),
  )
}

/** A page of the requests. */
export async function listCalls(query: QueryOf<typeof adminSupport.calls>, adminId: number) {
  const condition = conditionOf(query, adminId)
  const sorts = {
    created_at: callSchedules.created_at,
    updated_at: callSchedules.updated_at,
    preferred_date: callSchedules.preferred_date,
    name: alphabetical(callSchedules.name),
    due: callSchedules.due,
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
export function exportCalls(
  query: QueryOf<typeof adminSupport.exportCalls>,
  adminId: number,
): Promise<RowsFile> {
  const condition = conditionOf(query, adminId)
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
      ...handlingColumns,
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
  return {
    call_schedule: toCall(row),
    notes: await listNotes('call_id', id),
    mail_configured: isMailConfigured(),
  }
}

interface CallChange extends DeskChange<CallSchedule['status']> {
  ids: number[]
}

/**
 * Sets the status of call requests or assigns them, all of them or none, and mails the visitors whose call is confirmed
 * or cancelled. One request can also get a note for the team. Throws `not_found`, `stale_write`, and `conflict` for what
 * can no longer be taken back.
 */
export function changeCalls(
  { ids, status, assigned_to, internal_note, undo }: CallChange,
  actor: Actor,
  readAt?: string,
): Promise<CallSchedule[]> {
  checkChange({ status, assigned_to, internal_note })
  return inTransaction(async () => {
    const wanted = [...new Set(ids)]
    const rows = inArray(callSchedules.id, wanted)
    await lockAssignee(assigned_to)
    const live = await lockAuthors(callSchedules, rows)
    const before = await database()
      .select()
      .from(callSchedules)
      .where(rows)
      .orderBy(asc(callSchedules.id))
      .for('no key update')
    if (before.length !== wanted.length) throw noSuchCall()
    for (const row of before) checkUnchanged(row, readAt, 'request')
    if (undo) {
      checkUndo(before, status === 'pending', (row) => row.status === 'in_progress' && row.user_id === null)
    }
    if (status !== undefined || assigned_to !== undefined) {
      await database()
        .update(callSchedules)
        .set({ ...(assigned_to !== undefined && { assigned_to }), ...statusValues(status, undo) })
        .where(rows)
    }
    if (status !== undefined) await tellStatus(before, status, live)
    const noteIds = await addNotes('call_id', wanted, internal_note, actor)
    const [first, ...others] = entriesOf(
      { action: 'call.update', entity: 'call_schedule' },
      before,
      { status, assigned_to },
      noteIds,
    )
    const after = await database()
      .select(columns)
      .from(callSchedules)
      .where(rows)
      .orderBy(asc(callSchedules.id))
    if (first) await recordAudit(actor, first, ...others)
    return after.map(toCall)
  })
}

/** What a status sets beside itself: a request that is no longer pending was answered. */
const statusValues = (status: CallSchedule['status'] | undefined, undo?: true) =>
  status === undefined
    ? {}
    : {
        status,
        resolved_at: resolvedAt(status),
        ...(status !== 'pending' && { first_answered_at: answeredNow }),
        ...(undo && { first_answered_at: answeredBefore }),
      }

async function tellStatus(
  before: (typeof callSchedules.$inferSelect)[],
  status: CallSchedule['status'],
  live: ReadonlySet<number>,
): Promise<void> {
  const told = before.filter((row) => row.status !== status).map((row) => ({ ...row, status }))
  const again = isDone(status) ? [] : told.filter(({ resolved_at }) => resolved_at !== null)
  await renewTarget(callSchedules, again)
  await mailCallStatus(told)
  await notifyAuthors(
    live,
    told.map(({ user_id, reference, preferred_date, preferred_time, timezone }) => ({
      user_id,
      title: `Your call ${reference} is ${statusWords[status]}`,
      message: `${writeDay(preferred_date)}, ${preferred_time} ${timezone}`,
    })),
  )
}
