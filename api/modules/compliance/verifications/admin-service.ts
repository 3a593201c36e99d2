/** Verifications as the compliance team sees them. A list names an investor and contains no other personal data. */

import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { exportCsv, formatBoolean } from '#common/csv'
import type { GeneratedFile } from '#common/file-types'
import type {
  adminVerifications,
  ReviewCheck,
  VerificationHistoryEntry,
  VerificationListItem,
  VerificationReview,
} from '#contract/compliance/admin-verifications'
import type { QueryOf } from '#contract/endpoint'
import { auditActions } from '#contract/platform/audit'
import { database, slowQueryDatabase } from '#db/connection'
import { listPage, searchInvestors } from '#db/list-queries'
import { collateAlphabetically } from '#db/schema/column-types'
import { verificationSteps, verifications } from '#db/schema/compliance/verifications'
import { admins, LEGAL_NAME, users } from '#db/schema/identity/accounts'
import { auditLog } from '#db/schema/platform/audit'
import { settings } from '#db/schema/platform/settings'
import {
  countOpenMatches,
  NO_MATCH_DETAILS,
  readMatchDetails,
} from '#modules/compliance/screening/screening-matches'
import {
  awaitingDecisionStatuses,
  canReview,
  isAwaitingDecision,
  type VerificationItem,
} from '#shared/enums/verifications'
import { formatFullName } from '#shared/full-name'
import { getChecklist } from './checklist.ts'
import { addBusinessDays } from './decision-target.ts'
import { isScannerConfigured } from './malware-scanner.ts'
import { toItemStatuses, type VerificationRow } from './verification-items.ts'
import { type FullVerification, getFullVerification, toEvidenceFile } from './verification-rows.ts'

/** Maximum history entries in one response, newest first. */
const HISTORY_MAX = 200

const columns = {
  user_id: verifications.user_id,
  first_name: users.first_name,
  last_name: users.last_name,
  kind: verifications.kind,
  state: verifications.state,
  by_hand: verifications.by_hand,
  risk: verifications.risk,
  admin_id: admins.id,
  admin_name: admins.username,
  submitted_at: verifications.submitted_at,
  verified_until: verifications.verified_until,
  updated_at: verifications.updated_at,
}

type Row = Pick<
  VerificationRow,
  'user_id' | 'kind' | 'state' | 'by_hand' | 'risk' | 'submitted_at' | 'verified_until' | 'updated_at'
> & { first_name: string; last_name: string; admin_id: number | null; admin_name: string | null }

const nameOf = (row: Pick<Row, 'first_name' | 'last_name'>): string =>
  formatFullName(row) || 'Deleted investor'

function toListed(row: Row, targetDays: number): VerificationListItem {
  const { first_name: _, last_name: __, admin_id, admin_name, submitted_at, updated_at, ...rest } = row
  const since = submitted_at && isAwaitingDecision(row.state) ? submitted_at : null
  return {
    ...rest,
    name: nameOf(row),
    assigned_to: admin_id !== null && admin_name !== null ? { id: admin_id, username: admin_name } : null,
    submitted_at: submitted_at?.toISOString() ?? null,
    age_s: since && Math.max(0, Math.floor((Date.now() - since.getTime()) / 1000)),
    due_at: since && addBusinessDays(since, targetDays).toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

async function readTargetDays(): Promise<number> {
  const [row] = await database().select({ days: settings.verification_target_days }).from(settings).limit(1)
  return row?.days ?? 2
}

type Filters = Pick<QueryOf<typeof adminVerifications.list>, 'search' | 'state' | 'assigned'>

function stateIs(state: Filters['state']): SQL | undefined {
  if (state === undefined) return undefined
  return state === 'waiting'
    ? inArray(verifications.state, [...awaitingDecisionStatuses])
    : eq(verifications.state, state)
}

const conditionOf = ({ search, state, assigned }: Filters): SQL | undefined =>
  and(
    isNull(users.deleted_at),
    stateIs(state),
    assigned === undefined
      ? undefined
      : assigned === 'none'
        ? isNull(verifications.assigned_to)
        : eq(verifications.assigned_to, Number(assigned)),
    ...searchInvestors(search),
  )

/** A page of the verifications, earliest submitted first. */
export async function listVerifications(query: QueryOf<typeof adminVerifications.list>) {
  const condition = conditionOf(query)
  const { rows, pagination } = await listPage(query, {
    sorts: {
      // Those that were never submitted come last.
      submitted_at: sql`coalesce(${verifications.submitted_at}, 'infinity')`,
      name: collateAlphabetically(users.last_name),
      state: verifications.state,
    },
    tie: verifications.user_id,
    rows: ({ order, limit, offset }) =>
      database()
        .select(columns)
        .from(verifications)
        .innerJoin(users, eq(users.id, verifications.user_id))
        .leftJoin(admins, eq(admins.id, verifications.assigned_to))
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: () =>
      database()
        .select({ total: count() })
        .from(verifications)
        .innerJoin(users, eq(users.id, verifications.user_id))
        .where(condition),
  })
  const days = await readTargetDays()
  return { verifications: rows.map((row) => toListed(row, days)), pagination }
}

/** The verifications as a file: states and days, without answers or evidence. */
export function exportVerifications(
  query: QueryOf<typeof adminVerifications.exportCsv>,
): Promise<GeneratedFile> {
  const condition = conditionOf(query)
  const joined = () =>
    slowQueryDatabase()
      .select(columns)
      .from(verifications)
      .innerJoin(users, eq(users.id, verifications.user_id))
      .leftJoin(admins, eq(admins.id, verifications.assigned_to))
  return exportCsv<Row>({
    columns: [
      ['User ID', ({ user_id }) => user_id],
      ['Name', nameOf],
      ['Type', ({ kind }) => kind],
      ['Status', ({ state }) => state],
      ['Manual verification', ({ by_hand }) => formatBoolean(by_hand)],
      ['Risk rating', ({ risk }) => risk ?? ''],
      ['Assignee', ({ admin_name }) => admin_name ?? ''],
      ['Submitted (UTC)', ({ submitted_at }) => submitted_at?.toISOString() ?? ''],
      ['Verified until', ({ verified_until }) => verified_until ?? ''],
    ],
    count: () =>
      slowQueryDatabase()
        .select({ total: count() })
        .from(verifications)
        .innerJoin(users, eq(users.id, verifications.user_id))
        .where(condition),
    read: (last, limit) =>
      joined()
        .where(and(condition, last && gt(verifications.user_id, last.user_id)))
        .orderBy(asc(verifications.user_id))
        .limit(limit),
  })
}

async function readHistory(userId: number): Promise<VerificationHistoryEntry[]> {
  const rows = await database()
    .select({ step: verificationSteps, admin: admins.username })
    .from(verificationSteps)
    .leftJoin(admins, eq(admins.id, verificationSteps.admin_id))
    .where(eq(verificationSteps.user_id, userId))
    .orderBy(sql`${verificationSteps.id} desc`)
    .limit(HISTORY_MAX)
  return rows.map(({ step: { id, action, item, by, reason, at }, admin }) => ({
    id,
    action,
    item: item as VerificationItem | null,
    by,
    admin,
    reason,
    at: at.toISOString(),
  }))
}

/** The checks for this type of investor. */
export async function listReviewChecks({
  row,
  form,
}: Pick<FullVerification, 'row' | 'form'>): Promise<ReviewCheck[]> {
  const { checks } = await getChecklist()
  return checks
    .filter(
      ({ kind, investor_kind }) =>
        (kind ?? form.kind) === form.kind && (!investor_kind || investor_kind === form.answers.investor_kind),
    )
    .map(({ id, item, text }) => ({ id, item: item ?? null, text, is_done: row.checks.includes(id) }))
}

/** The name that a verification would verify, as the trigger `keep_verified_name` stores it. */
function getStatedName({ user, form: { kind, answers } }: FullVerification): string {
  const stated = kind === 'entity' ? answers.entity?.name : answers.identity?.full_name
  return (stated?.trim() || formatFullName(user)).slice(0, LEGAL_NAME)
}

/**
 * Whether documents of the identity were replaced since the last decision: by the investor, or because the answers that
 * they prove have changed.
 */
const hasNewEvidence = ({ row, replacedFiles }: FullVerification): boolean =>
  replacedFiles.some(
    ({ item, replaced_at }) =>
      (item === 'identity' || item === 'entity') &&
      replaced_at &&
      row.decided_at &&
      replaced_at > row.decided_at,
  )

/** The texts behind the declarations of a form; one of an earlier version is named without its text. */
function toDeclared({ form }: FullVerification): VerificationReview['declarations'] {
  return (form.answers.declarations ?? []).map(({ id, version }) => {
    const known = form.declarations.find((one) => one.id === id)
    const is_current = known?.version === version
    return { id, version, title: known?.title ?? id, text: is_current && known ? known.text : '', is_current }
  })
}

/** The investor's files that administrators have opened, according to the audit log; `since` the last decision. */
async function readOpened(userId: number, since: Date | null): Promise<Set<number>> {
  const rows = await database()
    .selectDistinct({ file: sql<number>`(${auditLog.after} ->> 'file')::int` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entity, 'verification'),
        eq(auditLog.entity_id, String(userId)),
        eq(auditLog.action, auditActions.openedEvidence),
        since ? gt(auditLog.created_at, since) : undefined,
      ),
    )
  return new Set(rows.map(({ file }) => file))
}

/**
 * Everything about one verification, with the details of its screening matches unless these may not be read, including
 * that of a deleted account while its evidence is kept. Throws `not_found`.
 */
export async function getVerificationReview(
  userId: number,
  { mayReadMatches = true } = {},
): Promise<VerificationReview> {
  const whole = await getFullVerification(userId, { withClosed: true })
  const { user, row, decisions, files, replacedFiles, form } = whole
  const [[admin], history, checks, days, open_hits, matchDetails, opened] = await Promise.all([
    row.assigned_to === null
      ? []
      : database().select({ username: admins.username }).from(admins).where(eq(admins.id, row.assigned_to)),
    readHistory(userId),
    listReviewChecks(whole),
    readTargetDays(),
    countOpenMatches(userId),
    mayReadMatches ? readMatchDetails(userId) : NO_MATCH_DETAILS,
    readOpened(userId, canReview(row.state) ? row.decided_at : null),
  ])
  const { first_name, last_name, email, email_confirmed, is_verified, verified_name } = user
  return {
    ...toListed(
      { ...row, first_name, last_name, admin_id: row.assigned_to, admin_name: admin?.username ?? null },
      days,
    ),
    email,
    is_email_confirmed: email_confirmed,
    verified_name,
    is_renamed: verified_name !== '' && getStatedName(whole) !== verified_name,
    has_new_evidence: verified_name !== '' && hasNewEvidence(whole),
    answers: form.answers,
    items: toItemStatuses(form, decisions),
    declarations: toDeclared(whole),
    files: [...files, ...replacedFiles].map((file) => ({
      ...toEvidenceFile(file),
      media_type: file.media_type,
      is_opened: opened.has(file.id),
      replaced_at: file.replaced_at?.toISOString() ?? null,
    })),
    checks,
    history,
    reason: row.reason,
    hand_reason: row.hand_reason,
    risk_grounds: row.risk_grounds,
    is_verified,
    decided_at: row.decided_at?.toISOString() ?? null,
    open_hits,
    ...matchDetails,
    scanner: isScannerConfigured(),
  }
}
