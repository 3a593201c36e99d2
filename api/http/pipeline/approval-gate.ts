/**
 * Dual approval in the pipeline: a write whose endpoint has a rule is attempted, and becomes an approval request if the
 * rule covers what it changed. An approval repeats the same call, through the same validation and the same handler.
 */
import type { Caller } from '#common/access-token'
import { type Actor, toActor } from '#common/audit-actor'
import type { ReceivedFile, Upload } from '#common/file-types'
import { ADMIN_PATH_PARAMETER } from '#contract/admin-endpoint'
import type { ApprovalRule } from '#contract/approval-rule'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredPermission, type Permission } from '#contract/permissions'
import { Problem } from '#contract/problem'
import { assertPermission } from './access-guard.ts'
import { sendPrivateJson } from './responses.ts'

/** The input of a call, as it is stored and repeated. */
interface CallInput {
  params: Record<string, string>
  body: unknown
}

/** A file stored with its approval request. */
export interface StoredApprovalFile {
  filename: string
  name: string
  size: number
  sha256: string
}

interface ProposedCall {
  call: string
  rule: ApprovalRule
  permission: Permission
  caller: Caller
  actor: Actor
  input: CallInput
  file?: StoredApprovalFile | undefined
}

/** What the pipeline needs of the module that stores approval requests; `app.ts` connects them. */
export interface ApprovalGate {
  /** Whether anyone but the requester could approve a call with this permission; otherwise the rule does not apply. */
  isActive(permission: Permission, requesterId: number): Promise<boolean>
  /** Makes the write, or rolls it back and stores it as an approval request. */
  writeOrRequestApproval<T>(call: ProposedCall, write: () => Promise<T>): Promise<T | AwaitingApproval>
  storeFile(file: ReceivedFile): Promise<StoredApprovalFile>
  deleteFile(file: StoredApprovalFile): Promise<void>
}

/** The response to a write that became an approval request. */
export interface AwaitingApproval {
  approval: { id: number; state: 'waiting' }
}

/** Whether a result belongs to an approval request: no endpoint with a rule has a field of this name. */
export const isAwaitingApproval = (result: unknown): result is AwaitingApproval =>
  typeof result === 'object' && result !== null && 'approval' in result

/** The response saying that nothing has changed yet. */
export const sendAwaitingApproval = (
  { approval: { id, state } }: AwaitingApproval,
  requestId: string,
): Response => sendPrivateJson({ approval: { id, state } }, { status: 202, requestId })

/** A body without its reason, which is not part of the write unless the write has one of its own. */
export function extractApprovalReason(
  { approvalRule }: Endpoint,
  sent: unknown,
): { body: unknown; reason?: string } {
  if (!approvalRule || approvalRule.reasonSource === 'body' || typeof sent !== 'object' || sent === null)
    return { body: sent }
  const { reason, ...body } = sent as { reason?: string }
  return reason ? { body, reason } : { body }
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** What the gate reads of the context of a request. */
interface CallContext {
  params: Record<string, string>
  caller: Caller | undefined
  address: string
  requestId: string
  context: { approvalGate: ApprovalGate }
}

/**
 * The call that may become an approval request; undefined if its endpoint has no rule, or the rule does not apply.
 * `input` is validated.
 */
export async function findApprovableCall(
  endpoint: Endpoint,
  { params, caller, address, requestId, context }: CallContext,
  body: unknown,
): Promise<ProposedCall | undefined> {
  const { approvalRule: rule } = endpoint
  const permission = rule?.permission ?? getRequiredPermission(endpoint.access)
  if (!rule || !permission || !caller || !(await context.approvalGate.isActive(permission, caller.id)))
    return undefined
  const { [ADMIN_PATH_PARAMETER]: _, ...named } = params
  const actor = toActor({ caller, address, requestId })
  return { call: nameOf(endpoint), rule, permission, caller, actor, input: { params: named, body } }
}

/** The context of a call besides its input: who makes it, and from where. */
type CallFrame = { caller: Caller; address: string; requestId: string; request: Request }

type MakeCall = (
  input: CallInput & { file?: Upload },
  frame: CallFrame,
  store: Upload['store'],
) => Promise<unknown>

/** How each endpoint with a rule is called again, by method and path. */
const calls = new Map<string, { endpoint: Endpoint; make: MakeCall }>()

/** Allows approval requests for an endpoint. `make` validates the input and calls the handler as a request does. */
export function registerApprovableCall(endpoint: Endpoint, make: MakeCall): void {
  if (endpoint.approvalRule) calls.set(nameOf(endpoint), { endpoint, make })
}

/** The permission that a requested call itself needs; undefined for one that this version does not know. */
export function getCallPermission(name: string): Permission | undefined {
  const endpoint = calls.get(name)?.endpoint
  return endpoint && getRequiredPermission(endpoint.access)
}

/**
 * Makes a requested call in the approver's name. Throws `forbidden` without the permission, `conflict` for a call
 * unknown to this version, `validation` for an input that is no longer accepted, and whatever the handler throws.
 */
export function executeApprovedCall(
  name: string,
  input: CallInput & { file?: Upload },
  frame: CallFrame,
  store: Upload['store'],
): Promise<unknown> {
  const known = calls.get(name)
  const permission = getCallPermission(name)
  if (!known || !permission) {
    throw new Problem(
      'conflict',
      'This approval request was created by an earlier version. Please submit it again.',
    )
  }
  assertPermission(frame.caller, permission)
  return known.make(input, frame, store)
}
