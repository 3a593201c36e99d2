/** Reads proposals: pages, exports, and one with all its rows. */
import { and, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Caller } from '#common/access-token'
import type { FileBody, RowsFile } from '#common/files'
import { partOf } from '#common/process-state'
import type { Approval, ApprovalDetail, approvals as contract } from '#contract/approvals'
import type { QueryOf } from '#contract/endpoint'
import { nothingHere, Problem } from '#contract/problem'
import { database, slowDatabase } from '#db/connection'
import { comesAfter, readList, searchIn } from '#db/listing'
import { admins } from '#db/schema/accounts'
import { approvals, type ProposedChange } from '#db/schema/approvals'
import { tokens } from '#db/schema/tokens'
import { readSubjects } from '#modules/audit/subjects'
import { readCash } from '#modules/cash/guard'
import { exportCsv } from '#modules/csv'
import { storage } from '#modules/documents/storage'
import { decimal } from '#shared/asset/decimal'
import { readDecidedHit, readResolvedDispute } from './account-facts.ts'
import { readPayments, readPrice, readRevaluation } from './facts.ts'
import { investorsOf, readHoldings, readPeople } from './people.ts'
import { isVisibleTo, listResting, mayApprove } from './who.ts'

export const noSuchApproval = () => new Problem('not_found', 'There is no proposal with this id.')

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
    isVisibleTo(caller),
    state && eq(approvals.state, state),
    ...searchIn(search, [admins.username, approvals.action, approvals.reason]),
  )

const countApprovals = (connection: Connection, condition: SQL | undefined) =>
  connection
    .select({ total: count() })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.proposed_by))
    .where(condition)

type Subject = Approval['subject']

const aboutOf = ({ entity, entity_id, before, after }: ProposedChange) => ({
  entity,
  entity_id: entity_id === null ? '' : String(entity_id),
  investor_ids: entity === 'user' && entity_id !== null ? [entity_id] : ownersOf(before, after),
})

/** The investor of a row: a movement of the register, which has several, is shown by its series. */
function ownersOf(...versions: unknown[]): number[] {
  const [id] = versions.flatMap((version) =>
    typeof version === 'object' && version !== null && 'user_id' in version ? [version.user_id] : [],
  )
  return typeof id === 'number' ? [id] : []
}

/** The series that rows without one of their own are about. */
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

/** The subject of each proposal, in their order: a person, else a series. */
async function readAbout(rows: readonly Row[]): Promise<Subject[]> {
  const people = await readSubjects(rows.map(({ changes: [first] }) => aboutOf(first as ProposedChange)))
  const series = await readSeries(rows)
  return rows.map(({ concerns }, at) => {
    const named = people[at]?.subject
    const symbol = concerns.find((one) => series.has(one))
    const ofSeries = symbol === undefined ? undefined : series.get(symbol)
    return (named?.kind === 'series' ? ofSeries : undefined) ?? named ?? ofSeries ?? null
  })
}

function toApproval(row: Row, subject: Subject, caller: Caller): Approval {
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
    can_decide: state === 'waiting' && !isOver && !isOwn && mayApprove(caller, row.permission),
    has_file: row.filename !== '',
  }
}

/** A page of the proposals that the caller may see. */
export async function listApprovals(query: QueryOf<typeof contract.list>, caller: Caller) {
  const condition = conditionOf(query, caller)
  const { proposed_at, expires_at, action, state, id } = approvals
  const { rows, pagination } = await readList(query, {
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
    two_pairs: { is_on: partOf('twoPairs').isOn, rests_for: await listResting(caller) },
  }
}

async function readRow(id: number, caller: Caller): Promise<Row> {
  const [row] = await selectApprovals(database()).where(and(eq(approvals.id, id), isVisibleTo(caller)))
  if (!row) throw noSuchApproval()
  return row
}

/** One proposal. Throws `not_found`, also for one that the caller may not see. */
export async function readApproval(id: number, caller: Caller): Promise<Approval> {
  const row = await readRow(id, caller)
  const [subject = null] = await readAbout([row])
  return toApproval(row, subject, caller)
}

/** What a proposal does to the cash of investors: to what there is now while it waits. */
async function readCashEffects({ cash, state }: Row): Promise<ApprovalDetail['cash']> {
  if (cash.length === 0) return []
  const ids = cash.map(({ user_id }) => user_id)
  const people = await readPeople(ids)
  const present = state === 'waiting' ? await readCash(ids) : undefined
  return cash.map(({ user_id, ...stored }) => {
    const now = present?.get(user_id) ?? stored
    const reserved = decimal(now.reserved)
    const after = decimal(now.balance).plus(stored.balance_after).minus(stored.balance)
    const reservedAfter = reserved.plus(stored.reserved_after).minus(stored.reserved)
    return {
      user_id,
      name: people.find(({ id }) => id === user_id)?.name ?? '',
      balance: now.balance,
      reserved: now.reserved,
      available: decimal(now.balance).minus(reserved).toFixed(2),
      balance_after: after.toFixed(2),
      available_after: after.minus(reservedAfter).toFixed(2),
      ...(stored.lowest && { lowest: stored.lowest }),
    }
  })
}

/** One proposal with all its rows, and the people in them as they are now. Throws as {@link readApproval} does. */
export async function readApprovalDetail(id: number, caller: Caller): Promise<ApprovalDetail> {
  const row = await readRow(id, caller)
  const [about = null] = await readAbout([row])
  const subjects = await readSubjects(row.changes.map(aboutOf))
  const people = await readPeople(investorsOf(row))
  return {
    ...toApproval(row, about, caller),
    list_changes: row.list_changes,
    changes: row.changes.map((change, at) => ({ ...change, subject: subjects[at]?.subject ?? null })),
    people,
    holdings: await readHoldings(row, people),
    cash: await readCashEffects(row),
    payments: await readPayments(row),
    price: await readPrice(row),
    revaluation: await readRevaluation(row),
    hit: await readDecidedHit(row, caller),
    email_dispute: await readResolvedDispute(row, caller),
    file: row.file_sha256 ? { name: row.file_name, size: row.file_size, sha256: row.file_sha256 } : null,
  }
}

/** The file that waits with a proposal. Throws `not_found`. */
export async function readApprovalFile(
  id: number,
  caller: Caller,
): Promise<{ name: string; body: FileBody }> {
  const { filename, file_name, file_size } = await readRow(id, caller)
  const body = filename ? await storage().read(filename, file_size) : undefined
  if (!body) throw nothingHere()
  return { name: file_name, body }
}

/** The proposals as a file, newest first. */
export function exportApprovals(query: Filters, caller: Caller): Promise<RowsFile> {
  const condition = conditionOf(query, caller)
  const { proposed_at, id } = approvals
  return exportCsv<Row>({
    columns: [
      ['Proposal', (row) => row.id],
      ['Action', (row) => row.action],
      ['Entity', (row) => row.entity],
      ['Entity ID', (row) => row.entity_id ?? ''],
      ['Rows', (row) => row.changes.length],
      ['Reason', (row) => row.reason],
      ['Proposed by', (row) => row.proposer],
      ['Proposed (UTC)', (row) => row.proposed_at.toISOString()],
      ['Expires (UTC)', (row) => row.expires_at.toISOString()],
      ['State', (row) => row.state],
      ['Decided by', (row) => row.decider ?? ''],
      ['Decided (UTC)', (row) => row.decided_at?.toISOString() ?? ''],
      ['Decision', (row) => row.decision_reason],
    ],
    count: () => countApprovals(slowDatabase(), condition),
    read: (last, limit) =>
      selectApprovals(slowDatabase())
        .where(and(condition, comesAfter('<', [proposed_at, id], last && [last.proposed_at, last.id])))
        .orderBy(desc(proposed_at), desc(id))
        .limit(limit),
  })
}
