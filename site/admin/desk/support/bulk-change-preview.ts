/** Previews a change of several support items, and how to undo it. */
import type { CallRequest, Chat, Ticket } from '#contract/desk/admin-support'
import { formatCountOf } from '#core/format/format'
import type { BulkActionPreview } from '#site/admin/kit/list/BulkActionDialog.tsx'
import { type SupportItemStatus, supportStatusLabels } from '#site/admin/kit/support-labels.ts'

/** The item fields that a plan uses. */
export interface BulkChangeItem<S extends SupportItemStatus> {
  id: number
  status: S
  assigned_to: number | null
  user_id: number | null
  email: string
  merged_into?: Ticket['merged_into']
}

/** One call that changes several items: all of them or none. */
export interface BulkChange<S extends SupportItemStatus> {
  ids: number[]
  status?: S
  assigned_to?: number | null
  /** Undoes a status change that no one was notified of. */
  undo?: true
}

/** How many people are notified of a status, and how; sent messages cannot be undone. */
export interface NotifiedRecipients {
  mails: number
  /** Number of investors notified in the notification menu. */
  notices: number
}

export interface BulkChangePreview<Row, S extends SupportItemStatus> extends BulkActionPreview<Row> {
  change: BulkChange<S>
  /** The calls that undo the change if nothing has been sent; otherwise empty. */
  undo: readonly BulkChange<S>[]
  /** The success message. */
  done: string
}

/** The differences between the support lists. */
export interface BulkChangeRules<Row, S extends SupportItemStatus> {
  /** What an item is called. */
  singularLabel: string
  /** Who is notified of this status. */
  notifies: (rows: readonly Row[], status: S) => NotifiedRecipients
  /** The status before a silent change to `status`, if it can be undone. */
  undoneTo?: (status: S) => S | undefined
  /** What the emails say, if not the status. */
  mailed?: string
}

const verbs: Record<SupportItemStatus, string> = {
  open: 'Reopen',
  pending: 'Set to pending',
  in_progress: 'Start',
  resolved: 'Resolve',
  confirmed: 'Confirm',
  closed: 'Close',
  cancelled: 'Cancel',
}

const willBe = (count: number, word: string): string => `${count === 1 ? 'will be' : 'will all be'} ${word}.`

const UNDO = 'No one is notified. You can undo this for 10 seconds.'

/** What is sent, as a sentence. */
function describeTold({ mails, notices }: NotifiedRecipients, mailed = ''): string {
  if (mails > 0) {
    const sent = mailed ? `Up to ${formatCountOf(mails, 'email')} ${mailed}` : formatCountOf(mails, 'email')
    return `${sent} will be sent immediately. This cannot be undone.`
  }
  return `${formatCountOf(notices, 'investor')} will be notified immediately. This cannot be undone.`
}

/** Merged tickets are no longer processed. */
const isMerged = <S extends SupportItemStatus>({ merged_into }: BulkChangeItem<S>): boolean =>
  Boolean(merged_into)

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Sets the status of items that have a different one. */
export function previewStatusChange<S extends SupportItemStatus, Row extends BulkChangeItem<S>>(
  rows: readonly Row[],
  status: S,
  { singularLabel, notifies, undoneTo, mailed }: BulkChangeRules<Row, S>,
): BulkChangePreview<Row, S> {
  const word = supportStatusLabels[status].toLowerCase()
  const changing = rows.filter((row) => row.status !== status && !isMerged(row))
  const told = notifies(changing, status)
  const isSilent = told.mails + told.notices === 0
  const before = isSilent ? undoneTo?.(status) : undefined
  const canUndo = before !== undefined && changing.every((row) => row.status === before)
  const consequence = canUndo ? UNDO : isSilent ? 'No one is notified.' : describeTold(told, mailed)
  return {
    title: `${verbs[status]} ${singularLabel}s`,
    verb: verbs[status],
    look: isSilent ? 'primary' : 'danger',
    affectedRows: changing,
    unchangedRows: [
      { rows: rows.filter((row) => row.status === status), why: `already ${word}` },
      {
        rows: rows.filter((row) => row.status !== status && isMerged(row)),
        why: 'merged into another ticket',
      },
    ],
    effect: `${willBe(changing.length, word)} ${consequence}`,
    change: { ids: idsOf(changing), status },
    undo: canUndo ? [{ ids: idsOf(changing), status: before, undo: true }] : [],
    done: `${formatCountOf(changing.length, singularLabel)} ${changing.length === 1 ? 'is' : 'are'} ${word}.`,
  }
}

/** Assigns unassigned items and those of other assignees to an administrator; null unassigns them. */
export function previewAssignment<S extends SupportItemStatus, Row extends BulkChangeItem<S>>(
  rows: readonly Row[],
  assigned_to: number | null,
  name: string,
  { singularLabel }: Pick<BulkChangeRules<Row, S>, 'singularLabel'>,
): BulkChangePreview<Row, S> {
  const changing = rows.filter((row) => row.assigned_to !== assigned_to && !isMerged(row))
  const formerly = Map.groupBy(changing, (row) => row.assigned_to)
  return {
    title: `${assigned_to === null ? 'Unassign' : 'Assign'} ${singularLabel}s`,
    verb: assigned_to === null ? 'Unassign' : 'Assign',
    affectedRows: changing,
    unchangedRows: [
      {
        rows: rows.filter((row) => row.assigned_to === assigned_to),
        why: assigned_to === null ? 'already unassigned' : `already assigned to ${name}`,
      },
      {
        rows: rows.filter((row) => row.assigned_to !== assigned_to && isMerged(row)),
        why: 'merged into another ticket',
      },
    ],
    effect: `${willBe(changing.length, assigned_to === null ? 'unassigned' : `assigned to ${name}`)} ${UNDO}`,
    change: { ids: idsOf(changing), assigned_to },
    undo: [...formerly].map(([former, of]) => ({ ids: idsOf(of), assigned_to: former })),
    done: `${formatCountOf(changing.length, singularLabel)} ${assigned_to === null ? 'unassigned' : `assigned to ${name}`}.`,
  }
}

const countRows = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): number =>
  rows.filter(holds).length
/** A deleted user's email address is at a domain that does not exist (RFC 2606). */
const hasAddress = ({ email }: { email: string }): boolean => email !== '' && !email.endsWith('.invalid')
const isInvestor = ({ user_id }: { user_id: number | null }): boolean => user_id !== null

/** The writer of a ticket is always notified of a status. */
export const ticketRules: BulkChangeRules<Ticket, Ticket['status']> = {
  singularLabel: 'ticket',
  notifies: (rows) => ({ mails: countRows(rows, hasAddress), notices: countRows(rows, isInvestor) }),
}

/** Confirmed and cancelled calls are emailed; investors are notified of every status. */
export const callRules: BulkChangeRules<CallRequest, CallRequest['status']> = {
  singularLabel: 'call request',
  notifies: (rows, status) => ({
    mails: status === 'confirmed' || status === 'cancelled' ? countRows(rows, hasAddress) : 0,
    notices: countRows(rows, isInvestor),
  }),
  undoneTo: (status) => (status === 'in_progress' ? 'pending' : undefined),
}

/** Visitors of a closed chat who gave their email receive one satisfaction survey by email. */
export const chatRules: BulkChangeRules<Chat, Chat['status']> = {
  singularLabel: 'chat',
  notifies: (rows, status) => ({ mails: status === 'closed' ? countRows(rows, hasAddress) : 0, notices: 0 }),
  undoneTo: (status) => (status === 'closed' ? 'open' : undefined),
  mailed: 'with a satisfaction survey',
}
