/** What a change of several items of the desk would do, before it is done, and how it is taken back. */
import type { CallSchedule, ChatSession, Ticket } from '#contract/admin-support'
import { countOf } from '#core/format/format'
import type { BulkPlan } from '#site/admin/list/BulkQuestion.tsx'
import { type DeskStatus, statusWords } from './labels.ts'

/** The fields of an item that a plan looks at. */
export interface Planned<S extends DeskStatus> {
  id: number
  status: S
  assigned_to: number | null
  user_id: number | null
  email: string
  merged_into?: Ticket['merged_into']
}

/** One call that changes several items, all of them or none. */
export interface ManyChange<S extends DeskStatus> {
  ids: number[]
  status?: S
  assigned_to?: number | null
  /** Takes back a status that nobody was told. */
  undo?: true
}

/** How many people a status is told, and how: what has left the house cannot be taken back. */
export interface Told {
  mails: number
  /** Investors who find it under the bell. */
  notices: number
}

export interface DeskPlan<Row, S extends DeskStatus> extends BulkPlan<Row> {
  change: ManyChange<S>
  /** The calls that take it back, where nothing has left the house; empty otherwise. */
  undo: readonly ManyChange<S>[]
  /** The message after it was done. */
  done: string
}

/** What the desks differ in. */
export interface PlanRules<Row, S extends DeskStatus> {
  /** What an item is called. */
  one: string
  /** Who is told about this status. */
  tells: (rows: readonly Row[], status: S) => Told
  /** The status that a silent change to `status` came from, where it can be taken back. */
  undoneTo?: (status: S) => S | undefined
  /** What the mails say, where it is not the status. */
  mailed?: string
}

const verbs: Record<DeskStatus, string> = {
  open: 'Reopen',
  pending: 'Set back',
  in_progress: 'Begin',
  resolved: 'Resolve',
  confirmed: 'Confirm',
  closed: 'Close',
  cancelled: 'Cancel',
}

const willBe = (count: number, word: string): string => `${count === 1 ? 'will be' : 'will all be'} ${word}.`

const UNDO = 'Nothing leaves the house: this can be undone for ten seconds.'

/** What leaves the house, in a sentence. */
function describeTold({ mails, notices }: Told, mailed = ''): string {
  if (mails > 0) {
    return `${countOf(mails, 'mail')}${mailed} ${mails === 1 ? 'leaves' : 'leave'} the house at once: this cannot be undone.`
  }
  return `${countOf(notices, 'investor')} ${notices === 1 ? 'is' : 'are'} notified at once: this cannot be undone.`
}

/** Tickets that were merged are worked on no more. */
const isMerged = <S extends DeskStatus>({ merged_into }: Planned<S>): boolean => Boolean(merged_into)

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Sets the status of those that have another one. */
export function planStatus<S extends DeskStatus, Row extends Planned<S>>(
  rows: readonly Row[],
  status: S,
  { one, tells, undoneTo, mailed }: PlanRules<Row, S>,
): DeskPlan<Row, S> {
  const word = statusWords[status].toLowerCase()
  const changing = rows.filter((row) => row.status !== status && !isMerged(row))
  const told = tells(changing, status)
  const isSilent = told.mails + told.notices === 0
  const before = isSilent ? undoneTo?.(status) : undefined
  const canUndo = before !== undefined && changing.every((row) => row.status === before)
  const consequence = canUndo ? UNDO : isSilent ? 'Nobody is told.' : describeTold(told, mailed)
  return {
    title: `${verbs[status]} ${one}s`,
    verb: verbs[status],
    look: isSilent ? 'primary' : 'danger',
    changing,
    staying: [
      { rows: rows.filter((row) => row.status === status), why: `${word} already` },
      { rows: rows.filter((row) => row.status !== status && isMerged(row)), why: 'merged into another one' },
    ],
    effect: `${willBe(changing.length, word)} ${consequence}`,
    change: { ids: idsOf(changing), status },
    undo: canUndo ? [{ ids: idsOf(changing), status: before, undo: true }] : [],
    done: `${countOf(changing.length, one)} ${changing.length === 1 ? 'is' : 'are'} ${word}.`,
  }
}

/** Gives those that somebody else has, or nobody, to an administrator; null takes them from everybody. */
export function planAssignment<S extends DeskStatus, Row extends Planned<S>>(
  rows: readonly Row[],
  assigned_to: number | null,
  name: string,
  { one }: Pick<PlanRules<Row, S>, 'one'>,
): DeskPlan<Row, S> {
  const changing = rows.filter((row) => row.assigned_to !== assigned_to && !isMerged(row))
  const formerly = Map.groupBy(changing, (row) => row.assigned_to)
  return {
    title: `Assign ${one}s`,
    verb: 'Assign',
    changing,
    staying: [
      {
        rows: rows.filter((row) => row.assigned_to === assigned_to),
        why: assigned_to === null ? 'assigned to nobody already' : `assigned to ${name} already`,
      },
      {
        rows: rows.filter((row) => row.assigned_to !== assigned_to && isMerged(row)),
        why: 'merged into another one',
      },
    ],
    effect: `${willBe(changing.length, `assigned to ${name}`)} ${UNDO}`,
    change: { ids: idsOf(changing), assigned_to },
    undo: [...formerly].map(([former, of]) => ({ ids: idsOf(of), assigned_to: former })),
    done: `${countOf(changing.length, one)} assigned to ${name}.`,
  }
}

const countRows = <Row>(rows: readonly Row[], holds: (row: Row) => boolean): number =>
  rows.filter(holds).length
/** A deleted user's email address is on a domain that does not exist (RFC 2606). */
const hasAddress = ({ email }: { email: string }): boolean => email !== '' && !email.endsWith('.invalid')
const isInvestor = ({ user_id }: { user_id: number | null }): boolean => user_id !== null

/** Every writer of a ticket is told each status. */
export const ticketRules: PlanRules<Ticket, Ticket['status']> = {
  one: 'ticket',
  tells: (rows) => ({ mails: countRows(rows, hasAddress), notices: countRows(rows, isInvestor) }),
}

/** Confirmed and cancelled calls are mailed; investors are told every status. */
export const callRules: PlanRules<CallSchedule, CallSchedule['status']> = {
  one: 'request',
  tells: (rows, status) => ({
    mails: status === 'confirmed' || status === 'cancelled' ? countRows(rows, hasAddress) : 0,
    notices: countRows(rows, isInvestor),
  }),
  undoneTo: (status) => (status === 'in_progress' ? 'pending' : undefined),
}

/** Visitors of a closed chat who gave their email are asked by mail how it was, once. */
export const chatRules: PlanRules<ChatSession, ChatSession['status']> = {
  one: 'chat',
  tells: (rows, status) => ({ mails: status === 'closed' ? countRows(rows, hasAddress) : 0, notices: 0 }),
  undoneTo: (status) => (status === 'closed' ? 'open' : undefined),
  mailed: ' at most, asking how it was,',
}
