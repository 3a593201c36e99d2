/**
 * What a write changes, seen from outside of it: services note their audited actions and the versions of the rows that
 * they read, and who surrounds them can look at both before anything is committed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditAction } from './actor.ts'

export interface ObservedChanges {
  /** Only those that changed something. */
  actions: AuditAction[]
  /** What was read and when it was last changed, such as `transaction 2026-03-02T09:30:00.000Z`. */
  versions: string[]
}

const observing = new AsyncLocalStorage<ObservedChanges>()

/** Runs `work` and returns its result with what it changed. */
export async function observeChanges<T>(work: () => Promise<T>): Promise<ObservedChanges & { result: T }> {
  const seen: ObservedChanges = { actions: [], versions: [] }
  const result = await observing.run(seen, work)
  return { ...seen, result }
}

/** Notes actions for {@link observeChanges}. */
export function noteActions(actions: readonly AuditAction[]): void {
  observing.getStore()?.actions.push(...actions)
}

/** Notes the version of a row that is about to be changed, for {@link observeChanges}. */
export function noteVersion(what: string, updatedAt: Date): void {
  observing.getStore()?.versions.push(`${what} ${updatedAt.toISOString()}`)
}
