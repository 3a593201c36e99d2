/** Reads approval requests: pages, exports, and one with all its rows. */
import { and, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Caller } from '#common/access-token'
import { exportCsv } from '#common/csv'
import type { FileBody, GeneratedFile } from '#common/file-types'
import { getService } from '#common/service-container'
import { getUploadStorage } from '#common/upload-storage'
import type { ApprovalRequest, ApprovalRequestDetail, approvals as contract } from '#contract/desk/approvals'
import type { QueryOf } from '#contract/endpoint'
import { notFoundProblem, Problem } from '#contract/problem'
import { database, slowQueryDatabase } from '#db/connection'
import { keysetCondition, listPage, searchConditions } from '#db/list-queries'
import { tokens } from '#db/schema/catalog/tokens'
import { type ApprovalChange, approvals } from '#db/schema/desk/approvals'
import { admins } from '#db/schema/identity/accounts'
import { getCashByUser } from '#modules/cash/cash-guard'
import { listEntrySubjects } from '#modules/platform/audit/entry-subjects'
import { toDecimal } from '#shared/calculations/decimal'
import { getDecidedMatch, getResolvedDispute } from './account-facts.ts'
import { getPayments, getPrice, getRevaluation } from './approval-facts.ts'
import { listInvestors, listPeople, listPeopleHoldings } from './approval-people.ts'
import { canApprove, listInactivePermissions, visibleToCondition } from './approvers.ts'

export const approvalNotFound = () => new Problem('not_found', 'Approval request not found.')

type Connection = ReturnType<typeof database>
type Filters = QueryOf<typeof contract.exportCsv>

const deciders = alias(admins, 'deciders')

const selectApprovals = (connection: Connection) =>
  connection
    .select({ ...getTableColumns(approvals), proposer: admins.username, decider: deciders.username })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.proposed_by))
    .leftJoin(deciders, eq(deciders.id, approvals.decided_by))

type Row = Awaited<ReturnType<typeof selectApprovals>>[number]

const conditionOf = ({ state, search }: Filters, caller: Caller): SQL | undefined =>
  and(
    visibleToCondition(caller),
    state && eq(approvals.state, state),
    ...searchConditions(search, [admins.username, approvals.action, approvals.reason]),
  )

const countApprovals = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.proposed_by))
    .where(condition)

type Subject = ApprovalRequest['subject']

const aboutOf = ({ entity, entity_id, before, after }: ApprovalChange) => ({
  entity,
  entity_id: entity_id === null ? '' : String(entity_id),
  investor_ids: entity === 'user' && entity_id !== null ? [entity_id] : ownersOf(before, after),
})

/** The investor of a row; a register movement, which has several, is shown by its series. */
function ownersOf(...versions: unknown[]): number[] {
  const [id] = versions.flatMap((version) =>
    typeof version === 'object' && version !== null && 'user_id' in version ? [version.user_id] : [],
  )
  return typeof id === 'number' ? [id] : []
}

/** The series of rows that name none themselves. */
async function readSeries(rows: readonly Pick<Row, 'concerns'>[]): Promise<Map<string, Subject>> {
  const symbols = [
    ...new Set(
      rows.flatMap(({ concerns }) =>
        concerns.flatMap((one) => (one.startsWith('series:') ? one.slice('series:'.length) : [])),
      ),
    ),
  ]
  if (symbols.length === 0) return new Map()
  const found = await database()
    .select({ id: tokens.id, name: tokens.name, symbol: tokens.symbol })
    .from(tokens)
    .where(inArray(tokens.symbol, symbols))
  return new Map(
    found.map(({ id, name, symbol }) => [
      `series:${symbol}`,
      { kind: 'series', id, name: `${name} (${symbol})`, email: '' },
    ]),
  )
}

/** The subject of each request, in order: a person, otherwise a series. */
async function readAbout(rows: readonly Row[]): Promise<Subject[]> {
  const people = await listEntrySubjects(rows.map(({ changes: [first] }) => aboutOf(first as ApprovalChange)))
  const series = await readSeries(rows)
  return rows.map(({ concerns }, at) => {
    const named = people[at]?.subject
    const symbol = concerns.find((one) => series.has(one))
    const ofSeries = symbol === undefined ? undefined : series.get(symbol)
    return (named?.kind === 'series' ? ofSeries : undefined) ?? named ?? ofSeries ?? null
  })
}

function toApproval(row: Row, subject: Subject, caller: Caller): ApprovalRequest {
  const { proposed_at, expires_at, decided_at, decided_by, proposed_by, changes, state } = row
  const [first] = changes
  const isOwn = proposed_by === caller.id
  const isOver = state === 'waiting' && expires_at.getTime() <= Date.now()
  return {
    id: row.id,
    action: row.action,
    entity: row.entity,
    entity_id: row.entity_id,
    before: first?.before ?? null,
    after: first?.after ?? null,
    subject,
    reason: row.reason,
    sum_of_day: row.sum_of_day,
    list_changes: state === 'waiting' ? row.list_changes : null,
    proposed_by: { id: proposed_by, username: row.proposer },
    proposed_at: proposed_at.toISOString(),
    expires_at: expires_at.toISOString(),
    state: isOver ? 'expired' : state,
    decided_by: decided_by === null ? null : { id: decided_by, username: row.decider ?? '' },
    decided_at: decided_at?.toISOString() ?? null,
    decision_reason: row.decision_reason,
    rows: changes.length,
    concerns: row.concerns,
    is_own: isOwn,
    can_decide: state === 'waiting' && !isOver && !isOwn && canApprove(caller, row.permission),
    has_file: row.filename !== '',
  }
}

/** A page of the requests that the caller may see. */
export async function listApprovals(query: QueryOf<typeof contract.list>, caller: Caller) {
  const condition = conditionOf(query, caller)
  const { proposed_at, expires_at, action, state, id } = approvals
  const { rows, pagination } = await listPage(query, {
    sorts: { proposed_at, expires_at, action, state },
    tie: id,
    rows: ({ order, limit, offset }) =>
      selectApprovals(database())
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () => countApprovals(database(), condition),
  })
  const subjects = await readAbout(rows)
  return {
    approvals: rows.map((row, at) => toApproval(row, subjects[at] ?? null, caller)),
    pagination,
    two_pairs: { is_on: getService('dualApproval').isOn, rests_for: await listInactivePermissions(caller) },
  }
}

async function readRow(id: number, caller: Caller): Promise<Row> {
  const [row] = await selectApprovals(database()).where(and(eq(approvals.id, id), visibleToCondition(caller)))
  if (!row) throw approvalNotFound()
  return row
}

/** Throws `not_found` for a request that the caller may not see. */
export async function assertVisible(id: number, caller: Caller): Promise<void> {
  await readRow(id, caller)
}

/** One request. Throws `not_found`, also for one that the caller may not see. */
export async function getApproval(id: number, caller: Caller): Promise<ApprovalRequest> {
  const row = await readRow(id, caller)
  const [subject = null] = await readAbout([row])
  return toApproval(row, subject, caller)
}

/** Effect of a request on investors' cash; while it is open, based on the current cash. */
async function readCashEffects({ cash, state }: Row): Promise<ApprovalRequestDetail['cash']> {
  if (cash.length === 0) return []
  const ids = cash.map(({ user_id }) => user_id)
  const people = await listPeople(ids)
  const present = state === 'waiting' ? await getCashByUser(ids) : undefined
  return cash.map(({ user_id, ...stored }) => {
    const now = present?.get(user_id) ?? stored
    const reserved = toDecimal(now.reserved)
    const after = toDecimal(now.balance).plus(stored.balance_after).minus(stored.balance)
    const reservedAfter = reserved.plus(stored.reserved_after).minus(stored.reserved)
    return {
      user_id,
      name: people.find(({ id }) => id === user_id)?.name ?? '',
      balance: now.balance,
      reserved: now.reserved,
      available: toDecimal(now.balance).minus(reserved).toFixed(2),
      balance_after: after.toFixed(2),
      available_after: after.minus(reservedAfter).toFixed(2),
      ...(stored.lowest && { lowest: stored.lowest }),
    }
  })
}

/** One request with all its rows, and the people in them as they are now. Throws as {@link getApproval} does. */
export async function getApprovalDetail(id: number, caller: Caller): Promise<ApprovalRequestDetail> {
  const row = await readRow(id, caller)
  const [about = null] = await readAbout([row])
  const subjects = await listEntrySubjects(row.changes.map(aboutOf))
  const people = await listPeople(listInvestors(row))
  return {
    ...toApproval(row, about, caller),
    list_changes: row.list_changes,
    changes: row.changes.map((change, at) => ({ ...change, subject: subjects[at]?.subject ?? null })),
    people,
    holdings: await listPeopleHoldings(row, people),
    cash: await readCashEffects(row),
    payments: await getPayments(row),
    price: await getPrice(row),
    revaluation: await getRevaluation(row),
    hit: await getDecidedMatch(row, caller),
    email_dispute: await getResolvedDispute(row, caller),
    file: row.file_sha256 ? { name: row.file_name, size: row.file_size, sha256: row.file_sha256 } : null,
  }
}

/** The file stored with a request. Throws `not_found`. */
export async function getApprovalFile(id: number, caller: Caller): Promise<{ name: string; body: FileBody }> {
  const { filename, file_name, file_size } = await readRow(id, caller)
  const body = filename ? await getUploadStorage().read(filename, file_size) : undefined
  if (!body) throw notFoundProblem()
  return { name: file_name, body }
}

/** The requests as a file, newest first. */
export function exportApprovals(query: Filters, caller: Caller): Promise<GeneratedFile> {
  const condition = conditionOf(query, caller)
  const { proposed_at, id } = approvals
  return exportCsv<Row>({
    columns: [
      ['Approval request', (row) => row.id],
      ['Action', (row) => row.action],
      ['Entity', (row) => row.entity],
      ['Entity ID', (row) => row.entity_id ?? ''],
      ['Records', (row) => row.changes.length],
      ['Reason', (row) => row.reason],
      ['Requested by', (row) => row.proposer],
      ['Requested (UTC)', (row) => row.proposed_at.toISOString()],
      ['Expires (UTC)', (row) => row.expires_at.toISOString()],
      ['Status', (row) => row.state],
      ['Decided by', (row) => row.decider ?? ''],
      ['Decided (UTC)', (row) => row.decided_at?.toISOString() ?? ''],
      ['Decision reason', (row) => row.decision_reason],
    ],
    count: () => countApprovals(slowQueryDatabase(), condition),
    read: (last, limit) =>
      selectApprovals(slowQueryDatabase())
        .where(and(condition, keysetCondition('<', [proposed_at, id], last && [last.proposed_at, last.id])))
        .orderBy(desc(proposed_at), desc(id))
        .limit(limit),
  })
}
