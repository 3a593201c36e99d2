/**
 * Denied calls and sign-ins not attributable to an administrator, before they reach the audit log. The first of a kind
 * is recorded immediately. Its repeats within the window, and further kinds once a caller has used up its entries, are
 * counted and recorded together at the end of the window, with account, call and typed name. A flood of denied calls
 * thus adds a limited number of entries to a log from which nothing is ever removed, and displaces none from others.
 */

import type { Actor, AuditAction } from '#common/audit-actor'
import { getCallerNetwork } from '#common/client-network'
import { auditActions } from '#contract/platform/audit'
import { toCanonicalJson } from '#db/audit-seal'

export interface DeniedRequest {
  actor: Actor
  event: AuditAction
}

interface DeniedCallsOptions {
  write: (denied: DeniedRequest) => Promise<void>
  onFailure: (error: unknown) => void
  /** In milliseconds. */
  window?: number
  /** Denied calls of one group that are recorded individually in a window. */
  most?: number
  /** Kinds of one group that are distinguished in a window; beyond that, calls are only counted. */
  mostKinds?: number
}

const WINDOW_MS = 10 * 60_000
const MOST = 30
const MOST_KINDS = 200

/** The same network, account, typed name, endpoint and reason. */
const kindOf = ({ actor, event }: DeniedRequest): string =>
  toCanonicalJson([
    getCallerNetwork(actor.address),
    event.action,
    event.entity,
    event.entityId ?? '',
    event.name?.toLowerCase() ?? '',
    event.after,
  ])

/**
 * Groups with separate entries in a window: calls by investors, calls by unknown callers, sign-ins to existing
 * accounts, and to unknown names. None of them can use up the entries of another.
 */
const groupOf = ({ event }: DeniedRequest): string =>
  toCanonicalJson([event.action, event.entity, event.entityId === undefined])

/** Creates the counter of denied calls of one process. */
export function createDeniedRequestCounter({
  write,
  onFailure,
  window = WINDOW_MS,
  most = MOST,
  mostKinds = MOST_KINDS,
}: DeniedCallsOptions) {
  const kinds = new Map<string, { denied: DeniedRequest; repeats: number }>()
  const kindsOfGroup = new Map<string, number>()
  let others = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** One entry for everything counted in the window; undefined when nothing was counted. */
  function summarize(): DeniedRequest | undefined {
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
      event: { action: auditActions.deniedRequestSummary, entity: 'admin', after, name: 'server' },
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
    /** Records or counts a denied call. Throws if it should be recorded and the write fails. */
    async note(denied: DeniedRequest): Promise<void> {
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
