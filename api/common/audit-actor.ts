import type { ProblemCode } from '#contract/problem'
import type { Caller } from './access-token.ts'

/** The administrator and request behind an action in the audit log. */
export interface Actor {
  /** Undefined for an anonymous caller. */
  adminId: number | undefined
  address: string
  requestId: string
  /** The reason, given in addition to the input of the call and stored with the change. */
  reason?: string | undefined
}

interface ActorCall {
  caller: Caller | undefined
  address: string
  requestId: string
  reason?: string | undefined
}

/** The administrator behind a call. */
export const toActor = ({ caller, address, requestId, reason }: ActorCall): Actor => ({
  adminId: caller?.role === 'admin' ? caller.id : undefined,
  address,
  requestId,
  reason,
})

/** Terminal commands have no session: access to the machine is the authorization. */
export const commandLineActor: Actor = { adminId: undefined, address: '', requestId: '' }
/** Their name in the audit log. */
export const COMMAND_LINE_NAME = 'command line'

/** An action that changed something, for the audit log. */
export interface AuditAction {
  /** `entity.verb`, such as `user.disable`. */
  action: string
  entity: string
  entityId?: number | string | undefined
  /** The row before and after; only fields that every administrator may read. */
  before?: unknown
  after?: unknown
  /** Whether the row changed, where `before` and `after` omit the changed fields; by default they are compared. */
  changed?: boolean
  /** The name as typed, if there is no session. */
  name?: string
}

/** The start or end of a panel export, for the audit log. */
export interface AdminExport {
  actor: Actor
  /** Name of the export, such as `users`. */
  list: string
  /** Cancelled means that the reader disconnected, by choice or by accident. */
  step: 'began' | 'completed' | 'cancelled' | 'failed'
  /** Without typed text. */
  filter: unknown
  /** Matching rows at the start. */
  rows: number
  /** Rows sent by the end; undefined if unknown. */
  sent?: number | undefined
}

/** A caller who knew the admin path and was denied. */
export interface DeniedAdminRequest {
  code: ProblemCode
  method: string
  /** The endpoint's path in the contract. */
  path: string
  /** The path parameters of the call. */
  params: Readonly<Record<string, string>>
  caller: Caller | undefined
  address: string
  requestId: string
}
