/**
 * Denied calls and sign-ins that no administrator is known to have made, before they reach the audit log. The first of
 * a kind is recorded at once. Its repeats within the window, and further kinds once a caller has used up its entries,
 * are counted and recorded together at the end of the window, with account, call and typed name. A flood of denied
 * calls thus adds a bounded number of entries to a log from which nothing is ever removed, and takes none from others.
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
  /** Denied calls of one group that are recorded individually in a window. */
  most?: number
  /** Kinds of one group that are told apart in a window; beyond that, calls are only counted. */
  mostKinds?: number
}

const WINDOW_MS = 10 * 60_000
const MOST = 30
const MOST_KINDS = 200

/** The same network, account, typed name, endpoint and reason. */
const kindOf = ({ actor, event }: DeniedCall): string =>
  canonicalJson([
    networkOf(actor.address),
    event.action,
    event.entity,
    event.entityId ?? '',
    event.name?.toLowerCase() ?? '',
    event.after,
  ])

/**
 * What has entries of its own in a window: calls by investors, calls by unknown callers, sign-ins at accounts that
 * exist, and at names that do not. One of them cannot use up those of another.
 */
const groupOf = ({ event }: DeniedCall): string =>
  canonicalJson([event.action, event.entity, event.entityId === undefined])

/** Creates the counter of denied calls of one process. */
export function createDeniedCalls({
  write,
  onFailure,
  window = WINDOW_MS,
  most = MOST,
  mostKinds = MOST_KINDS,
}: DeniedCallsOptions) {
  const kinds = new Map<string, { denied: DeniedCall; repeats: number }>()
  const kindsOfGroup = new Map<string, number>()
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
        entity: event.entity,
        ...(event.entityId !== undefined && { entity_id: String(event.entityId) }),
        ...(event.name && { name: event.name }),
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
    kindsOfGroup.clear()
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
        return
      }
      const group = groupOf(denied)
      const before = kindsOfGroup.get(group) ?? 0
      if (before >= mostKinds) {
        others += 1
        return
      }
      kindsOfGroup.set(group, before + 1)
      const isRecorded = before < most
      kinds.set(kind, { denied, repeats: isRecorded ? 0 : 1 })
      if (isRecorded) await write(denied)
    },
    /** Records the calls counted so far. */
    close: endWindow,
  }
}
