/** Call requests, as the team handles them. */

import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import type { Actor } from '#common/audit-actor'
import { exportCsv } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import { assertUnchanged } from '#common/optimistic-lock'
import type { adminSupport, CallRequest } from '#contract/desk/admin-support'
import type { QueryOf } from '#contract/endpoint'
import { Problem } from '#contract/problem'
import { database, inTransaction, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage } from '#db/list-queries'
import { collateAlphabetically } from '#db/schema/column-types'
import { callSchedules } from '#db/schema/desk/support'
import { isEmailConfigured } from '#modules/messaging/email/outbox'
import { recordAudit } from '#modules/platform/audit/audit-log'
import { formatLongDate } from '#shared/format-date'
import {
  type Authors,
  accountEmail,
  atPresentAddress,
  lockAuthors,
  notifyAuthors,
  searchWritten,
} from './notify-authors.ts'
import {
  firstResponseBeforeUndo,
  firstResponseNow,
  isResolved,
  resetResolutionTarget,
  selectResolvedAt,
} from './response-targets.ts'
import { assignmentColumns, buildAuditEntries } from './support-audit.ts'
import { queueCallStatusEmails, statusLabels } from './support-emails.ts'
import {
  addNotes,
  assertNotEmptyChange,
  assertUndoable,
  assigneeCondition,
  listNotes,
  lockAssignee,
  type SupportItemChange,
  selectAssigneeName,
  toSupportItemTimestamps,
} from './support-items.ts'

const ownColumns = getTableColumns(callSchedules)
const columns = {
  ...ownColumns,
  account_email: accountEmail(callSchedules),
  assigned_name: selectAssigneeName(callSchedules),
}

type CallRow = { [Name in keyof typeof ownColumns]: (typeof callSchedules.$inferSelect)[Name] } & {
  account_email: string | null
  assigned_name: string
}

const toCall = (row: CallRow): CallRequest => ({
  ...row,
  ...toSupportItemTimestamps(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

const noSuchCall = () => new Problem('not_found', 'Call request not found.')

function conditionOf(
  { status, search, assigned }: QueryOf<typeof adminSupport.exportCallRequests>,
  adminId: number,
): SQL | undefined {
  const { reference, name, email, company, purpose, notes } = callSchedules
  return and(
    status && eq(callSchedules.status, status),
    assigneeCondition(callSchedules.assigned_to, assigned, adminId),
    ...searchWritten(search, callSchedules, [reference, name, email, company, purpose, notes]),
  )
}

export async function listCallRequests(
  query: QueryOf<typeof adminSupport.listCallRequests>,
  adminId: number,
) {
  const condition = conditionOf(query, adminId)
  const sorts = {
    created_at: callSchedules.created_at,
    updated_at: callSchedules.updated_at,
    preferred_date: callSchedules.preferred_date,
    name: collateAlphabetically(callSchedules.name),
    due: callSchedules.due,
  }
  const { rows, pagination } = await listPage(query, {
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

/** The call requests as a file, newest first. */
export function exportCallRequests(
  query: QueryOf<typeof adminSupport.exportCallRequests>,
  adminId: number,
): Promise<GeneratedFile> {
  const condition = conditionOf(query, adminId)
  const { created_at, id } = callSchedules
  return exportCsv<CallRow>({
    columns: [
      ['Reference', ({ reference }) => reference],
      ['Received (UTC)', (row) => row.created_at.toISOString()],
      ['Name', ({ name }) => name],
      ['Company', ({ company }) => company],
      ['Email', ({ account_email, email }) => account_email ?? email],
      ['Phone', ({ phone }) => phone],
      ['Preferred date', ({ preferred_date }) => preferred_date],
      ['Preferred time', ({ preferred_time }) => preferred_time],
      ['Time zone', ({ timezone }) => timezone],
      ['Status', ({ status }) => status],
      ['Purpose', ({ purpose }) => purpose],
      ['Notes', ({ notes }) => notes],
      ...assignmentColumns,
      ['Updated (UTC)', ({ updated_at }) => updated_at.toISOString()],
    ],
    count: () => slowQueryDatabase().select({ total: count() }).from(callSchedules).where(condition),
    read: (last, limit) =>
      slowQueryDatabase()
        .select(columns)
        .from(callSchedules)
        .where(and(condition, keysetCondition('<', [created_at, id], last && [last.created_at, last.id])))
        .orderBy(desc(created_at), desc(id))
        .limit(limit),
  })
}

export async function getCallRequest(id: number) {
  const [row] = await database().select(columns).from(callSchedules).where(eq(callSchedules.id, id))
  if (!row) throw noSuchCall()
  return {
    call_schedule: toCall(row),
    notes: await listNotes('call_id', id),
    mail_configured: isEmailConfigured(),
  }
}

interface CallChange extends SupportItemChange<CallRequest['status']> {
  ids: number[]
}

/**
 * Sets the status of call requests or assigns them, all or none, and emails the visitors whose call is
 * confirmed or cancelled. A single request can also get an internal note. Throws `not_found`, `stale_write`,
 * and `conflict` for a change that can no longer be undone.
 */
export function updateCallRequests(
  { ids, status, assigned_to, internal_note, undo }: CallChange,
  actor: Actor,
  readAt?: string,
): Promise<CallRequest[]> {
  assertNotEmptyChange({ status, assigned_to, internal_note })
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
    for (const row of before) assertUnchanged(row, readAt, 'request')
    if (undo) {
      assertUndoable(
        before,
        status === 'pending',
        (row) => row.status === 'in_progress' && row.user_id === null,
      )
    }
    if (status !== undefined || assigned_to !== undefined) {
      await database()
        .update(callSchedules)
        .set({ ...(assigned_to !== undefined && { assigned_to }), ...statusValues(status, undo) })
        .where(rows)
    }
    if (status !== undefined) await tellStatus(before, status, live)
    const noteIds = await addNotes('call_id', wanted, internal_note, actor)
    const [first, ...others] = buildAuditEntries(
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

/** What a status sets besides itself: a request that is no longer pending has been answered. */
const statusValues = (status: CallRequest['status'] | undefined, undo?: true) =>
  status === undefined
    ? {}
    : {
        status,
        resolved_at: selectResolvedAt(status),
        ...(status !== 'pending' && { first_answered_at: firstResponseNow }),
        ...(undo && { first_answered_at: firstResponseBeforeUndo }),
      }

async function tellStatus(
  before: (typeof callSchedules.$inferSelect)[],
  status: CallRequest['status'],
  live: Authors,
): Promise<void> {
  const told = before
    .filter((row) => row.status !== status)
    .map((row) => atPresentAddress(live, { ...row, status }))
  const again = isResolved(status) ? [] : told.filter(({ resolved_at }) => resolved_at !== null)
  await resetResolutionTarget(callSchedules, again)
  await queueCallStatusEmails(told)
  await notifyAuthors(
    live,
    told.map(({ user_id, reference, preferred_date, preferred_time, timezone }) => ({
      user_id,
      title: `Your call ${reference} is ${statusLabels[status]}`,
      message: `${formatLongDate(preferred_date)}, ${preferred_time} ${timezone}`,
    })),
  )
}
