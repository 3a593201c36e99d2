import type { ProblemCode } from '#contract/problem'
import type { Caller } from './access-token.ts'

/** The administrator and request behind an action in the audit log. */
export interface Actor {
  /** Undefined where the caller is anonymous. */
  adminId: number | undefined
  address: string
  requestId: string
  /** Why it is done, as said beside the input of the call: kept with what the call changes. */
  reason?: string | undefined
}

interface ActorCall {
  caller: Caller | undefined
  address: string
  requestId: string
  reason?: string | undefined
}

/** The administrator behind a call. */
export const actorOf = ({ caller, address, requestId, reason }: ActorCall): Actor => ({
  adminId: caller?.role === 'admin' ? caller.id : undefined,
  address,
  requestId,
  reason,
})

/** Commands in a terminal have no session: the machine decides who may open one. */
export const terminal: Actor = { adminId: undefined, address: '', requestId: '' }
/** Their name in the audit log. */
export const TERMINAL_NAME = 'command line'

/** An action that changed something, for the audit log. */
export interface AuditAction {
  /** `entity.verb`, such as `user.disable`. */
  action: string
  entity: string
  entityId?: number | string | undefined
  /** The row before and after; only fields that every administrator may read. */
  before?: unknown
  after?: unknown
  /** Whether the row changed, if `before` and `after` omit the changed fields; by default they are compared. */
  changed?: boolean
  /** The name as typed, when no session exists. */
  name?: string
}

/** That an export of the panel begins, or how it ended, for the audit log. */
export interface AdminExport {
  actor: Actor
  /** Its name, such as `users`. */
  list: string
  /** Cancelled is one whose reader left, by choice or by accident. */
  step: 'began' | 'completed' | 'cancelled' | 'failed'
  /** Without typed text. */
  filter: unknown
  /** How many match when it begins. */
  rows: number
  /** How many were sent when it ended; undefined where that is not known. */
  sent?: number | undefined
}

/** A caller who knew the administrators' path and was denied. */
export interface DeniedAdminCall {
  code: ProblemCode
  method: string
  /** Of the endpoint, as the contract has it. */
  path: string
  /** The path parameters of the call. */
  params: Readonly<Record<string, string>>
  caller: Caller | undefined
  address: string
  requestId: string
}
