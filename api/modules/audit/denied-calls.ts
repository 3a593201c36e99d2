/**
 * Denied calls, before they reach the audit log. The first of a kind is recorded at once; its repeats within the
 * window, and all others once the window is full, are counted and recorded together at its end. A flood of denied
 * calls thus adds a bounded number of entries to a log from which nothing is ever removed.
 */

import type { Actor, AuditAction } from '#common/actor'
import { networkOf } from '#common/network'
import { auditActions } from '#contract/audit'
import { canonicalJson } from '#db/audit-seal'

export interface DeniedCall {
  actor: Actor
  event: AuditAction
}

interface DeniedCallsOptions {
  write: (denied: DeniedCall) => Promise<void>
  onFailure: (error: unknown) => void
  /** In milliseconds. */
  window?: number
  /** Denied calls that are recorded individually in a window. */
  most?: number
}

const WINDOW_MS = 10 * 60_000
const MOST = 30

/** The same network, account, endpoint and reason. */
const kindOf = ({ actor, event }: DeniedCall): string =>
  canonicalJson([networkOf(actor.address), event.action, event.entity, event.entityId ?? '', event.after])

/** Creates the counter of denied calls of one process. */
export function createDeniedCalls({ write, onFailure, window = WINDOW_MS, most = MOST }: DeniedCallsOptions) {
  const kinds = new Map<string, { denied: DeniedCall; repeats: number }>()
  let others = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** One entry for everything counted in the window; undefined when nothing was counted. */
  function summarize(): DeniedCall | undefined {
    const repeated = [...kinds.values()].filter(({ repeats }) => repeats > 0)
    if (repeated.length === 0 && others === 0) return undefined
    const after = {
      within_seconds: window / 1000,
      repeated: repeated.map(({ denied: { actor, event }, repeats }) => ({
        action: event.action,
        address: actor.address,
        ...(event.after as object),
        repeats,
      })),
      others,
    }
    return {
      actor: { adminId: undefined, address: '', requestId: '' },
      event: { action: auditActions.refusals, entity: 'admin', after, name: 'server' },
    }
  }

  async function endWindow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const summary = summarize()
    kinds.clear()
    others = 0
    if (summary) await write(summary).catch(onFailure)
  }

  return {
    /** Records or counts a denied call. Throws when it should be recorded and the write fails. */
    async note(denied: DeniedCall): Promise<void> {
      timer ??= setTimeout(endWindow, window)
      timer.unref()
      const kind = kindOf(denied)
      const known = kinds.get(kind)
      if (known) {
        known.repeats += 1
      } else if (kinds.size >= most) {
        others += 1
      } else {
        kinds.set(kind, { denied, repeats: 0 })
        await write(denied)
      }
    },
    /** Records the calls counted so far. */
    close: endWindow,
  }
}
