/**
 * What a write changes, seen from outside of it: services note their audited actions and the versions of the rows that
 * they read, and who surrounds them can look at both before anything is committed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CASH_EFFECTS_MAX } from '#contract/overdraft'
import type { CashEffect, ListChanges } from '#db/schema/approvals'
import type { AuditAction } from './actor.ts'

export interface ObservedChanges {
  /** Only those that changed something. */
  actions: AuditAction[]
  /** Ids of their entries in the audit log. */
  entries: number[]
  /** What was read and when it was last changed, such as `transaction 2026-03-02T09:30:00.000Z`. */
  versions: string[]
  /** The names that come and go with a list, for a second administrator to read: the audit log has no names. */
  listChanges?: ListChanges
  /** What happens to the cash of investors. */
  cash: CashEffect[]
  /** Those of them whose cash falls below zero. */
  overdrawn: number[]
}

interface Observing {
  seen: ObservedChanges
  /** The proposal whose approval makes the write; undefined for a write of one administrator. */
  proposal: number | undefined
}

const observing = new AsyncLocalStorage<Observing>()

/** Runs `work` and returns its result with what it changed. `proposal` is the one whose approval makes it. */
export async function observeChanges<T>(
  work: () => Promise<T>,
  proposal?: number,
): Promise<ObservedChanges & { result: T }> {
  const seen: ObservedChanges = { actions: [], entries: [], versions: [], cash: [], overdrawn: [] }
  const result = await observing.run({ seen, proposal }, work)
  return { ...seen, result }
}

/** The proposal whose approval makes the present write; undefined for a write of one administrator. */
export const approvedProposal = (): number | undefined => observing.getStore()?.proposal

/** Whether a second administrator decides about the present write where it needs one. */
export const hasSecond = (): boolean => observing.getStore() !== undefined

/**
 * Notes what a booking does to cash, for {@link observeChanges}. An overdraft is part of what a second administrator
 * approves: with other figures it is another one.
 */
export function noteCash(effects: readonly CashEffect[], overdrawn: readonly number[]): void {
  const store = observing.getStore()
  if (!store) return
  const below = effects.filter(({ user_id }) => overdrawn.includes(user_id))
  const others = effects.filter(({ user_id }) => !overdrawn.includes(user_id))
  store.seen.cash.push(...[...below, ...others].slice(0, CASH_EFFECTS_MAX))
  store.seen.overdrawn.push(...overdrawn)
  store.seen.versions.push(
    ...below.map(({ user_id, balance, balance_after, lowest }) =>
      ['overdraft', user_id, balance, balance_after, ...Object.values(lowest ?? {})].join(' '),
    ),
  )
}

/** Notes actions for {@link observeChanges}. */
export function noteActions(actions: readonly AuditAction[]): void {
  observing.getStore()?.seen.actions.push(...actions)
}

/** Notes the ids of entries of the audit log for {@link observeChanges}. */
export function noteEntries(ids: readonly number[]): void {
  observing.getStore()?.seen.entries.push(...ids)
}

/** Notes the version of a row that is about to be changed, for {@link observeChanges}. */
export function noteVersion(what: string, updatedAt: Date): void {
  observing.getStore()?.seen.versions.push(`${what} ${updatedAt.toISOString()}`)
}

/**
 * Notes what a write is computed from and its audited rows do not show, for {@link observeChanges}: computed from
 * something else, it is another write.
 */
export function noteBasis(basis: string): void {
  observing.getStore()?.seen.versions.push(basis)
}

/** Notes what a list changes, for {@link observeChanges}. */
export function noteListChanges(changes: ListChanges): void {
  const store = observing.getStore()
  if (store) store.seen.listChanges = changes
}
