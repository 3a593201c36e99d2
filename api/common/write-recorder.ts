/**
 * Records what a write changes, for its surroundings: services note their audited actions and the versions of the rows
 * they read, and the calling code can inspect both before anything is committed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CASH_CHANGES_MAX } from '#contract/cash/overdraft'
import type { CashEffect, WatchlistChanges } from '#db/schema/desk/approvals'
import type { AuditAction } from './audit-actor.ts'

export interface RecordedWrites {
  /** Only actions that changed something. */
  actions: AuditAction[]
  /** Ids of their entries in the audit log. */
  entries: number[]
  /** What was read and when it was last changed, such as `transaction 2026-03-02T09:30:00.000Z`. */
  versions: string[]
  /** The names a watchlist adds and removes, for the second administrator: the audit log contains no names. */
  listChanges?: WatchlistChanges
  /** Effects on investors' cash. */
  cash: CashEffect[]
  /** Why a second administrator has to agree, besides the rule of the call: each a sentence. */
  exceptions: string[]
}

interface Observing {
  seen: RecordedWrites
  /** The approval request whose approval makes the write; undefined for a write by a single administrator. */
  proposal: number | undefined
}

const observing = new AsyncLocalStorage<Observing>()

/** Runs `work` and returns its result with what it changed. `proposal` is the approval request behind it. */
export async function recordWrites<T>(
  work: () => Promise<T>,
  proposal?: number,
): Promise<RecordedWrites & { result: T }> {
  const seen: RecordedWrites = { actions: [], entries: [], versions: [], cash: [], exceptions: [] }
  const result = await observing.run({ seen, proposal }, work)
  return { ...seen, result }
}

/** The approval request behind the current write; undefined for a write by a single administrator. */
export const getApprovalBeingApplied = (): number | undefined => observing.getStore()?.proposal

/** Whether a second administrator decides about the current write, where it needs one. */
export const hasSecond = (): boolean => observing.getStore() !== undefined

/**
 * Notes a booking's effect on cash for {@link recordWrites}. An overdraft is part of what a second administrator
 * approves: with other figures it is a different write.
 */
export function noteCash(effects: readonly CashEffect[], overdrawn: readonly number[]): void {
  const store = observing.getStore()
  if (!store) return
  const below = effects.filter(({ user_id }) => overdrawn.includes(user_id))
  const others = effects.filter(({ user_id }) => !overdrawn.includes(user_id))
  store.seen.cash.push(...[...below, ...others].slice(0, CASH_CHANGES_MAX))
  store.seen.versions.push(
    ...below.map(({ user_id, balance, balance_after, lowest }) =>
      ['overdraft', user_id, balance, balance_after, ...Object.values(lowest ?? {})].join(' '),
    ),
  )
}

/** Has a second administrator decide about the current write, whatever the rule of its call; `why` is a sentence. */
export function requireSecond(why: string): void {
  observing.getStore()?.seen.exceptions.push(why)
}

/** Notes actions for {@link recordWrites}. */
export function recordActions(actions: readonly AuditAction[]): void {
  observing.getStore()?.seen.actions.push(...actions)
}

/** Notes the ids of audit log entries for {@link recordWrites}. */
export function noteEntries(ids: readonly number[]): void {
  observing.getStore()?.seen.entries.push(...ids)
}

/** Notes the version of a row about to be changed, for {@link recordWrites}. */
export function recordRowVersion(what: string, updatedAt: Date): void {
  observing.getStore()?.seen.versions.push(`${what} ${updatedAt.toISOString()}`)
}

/**
 * Notes inputs that the audited rows do not show, for {@link recordWrites}: with other inputs it is a different write.
 */
export function noteBasis(basis: string): void {
  observing.getStore()?.seen.versions.push(basis)
}

/** Notes what a watchlist changes, for {@link recordWrites}. */
export function recordWatchlistChanges(changes: WatchlistChanges): void {
  const store = observing.getStore()
  if (store) store.seen.listChanges = changes
}
