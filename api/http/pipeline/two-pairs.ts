/**
 * Two pairs of eyes, as the pipeline has it: a write whose endpoint has a rule is attempted, and becomes a proposal
 * where the rule names what it changed. An approval makes the same call again, through the same validation and the same
 * handler.
 */
import type { Caller } from '#common/access-token'
import { type Actor, actorOf } from '#common/actor'
import type { ReceivedFile, Upload } from '#common/files'
import { ADMIN_PATH_PARAMETER } from '#contract/admin'
import type { Endpoint } from '#contract/endpoint'
import { type Permission, permissionOf } from '#contract/permissions'
import { Problem } from '#contract/problem'
import type { TwoPairsRule } from '#contract/two-pairs'
import { assertMay } from './guard.ts'
import { sendPrivate } from './responses.ts'
import type { RequestContext } from './route.ts'

/** The input of a call, as it is stored and made again. */
interface CallInput {
  params: Record<string, string>
  body: unknown
}

/** A file that waits with its proposal. */
export interface KeptFile {
  filename: string
  name: string
  size: number
  sha256: string
}

interface ProposedCall {
  call: string
  rule: TwoPairsRule
  permission: Permission
  caller: Caller
  actor: Actor
  input: CallInput
  file?: KeptFile | undefined
}

/** What the pipeline needs of the module that keeps proposals; `app.ts` joins them. */
export interface TwoPairs {
  /** Whether there are two who could approve a call with this permission; otherwise the rule rests. */
  isActive(permission: Permission): Promise<boolean>
  /** Makes the write, or rolls it back and stores it as a proposal. */
  attempt<T>(call: ProposedCall, write: () => Promise<T>): Promise<T | Waiting>
  keepFile(file: ReceivedFile): Promise<KeptFile>
  dropFile(file: KeptFile): Promise<void>
}

/** The response of a write that became a proposal. */
export interface Waiting {
  approval: { id: number; state: 'waiting' }
}

/** Whether a result is that of a proposal: no endpoint with a rule has a field of this name. */
export const isWaiting = (result: unknown): result is Waiting =>
  typeof result === 'object' && result !== null && 'approval' in result

/** The response that nothing has changed yet. */
export const sendWaiting = ({ approval: { id, state } }: Waiting, requestId: string): Response =>
  sendPrivate({ approval: { id, state } }, { status: 202, requestId })

/** A body, and the reason beside it, which is not part of the write unless that has one of its own. */
export function splitReason({ twoPairs }: Endpoint, sent: unknown): { body: unknown; reason?: string } {
  if (!twoPairs || twoPairs.reason === 'own' || typeof sent !== 'object' || sent === null)
    return { body: sent }
  const { reason, ...body } = sent as { reason?: string }
  return reason ? { body, reason } : { body }
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/**
 * The call that may become a proposal; undefined where its endpoint has no rule, or the rule rests. `input` is the
 * validated one.
 */
export async function findProposedCall(
  endpoint: Endpoint,
  { params, caller, address, requestId, context }: RequestContext,
  body: unknown,
): Promise<ProposedCall | undefined> {
  const { twoPairs: rule } = endpoint
  const permission = rule?.permission ?? permissionOf(endpoint.access)
  if (!rule || !permission || !caller || !(await context.twoPairs.isActive(permission))) return undefined
  const { [ADMIN_PATH_PARAMETER]: _, ...named } = params
  const actor = actorOf({ caller, address, requestId })
  return { call: nameOf(endpoint), rule, permission, caller, actor, input: { params: named, body } }
}

/** What a call has beside its input: who makes it, and from where. */
type CallFrame = { caller: Caller; address: string; requestId: string; request: Request }

type MakeCall = (
  input: CallInput & { file?: Upload },
  frame: CallFrame,
  store: Upload['store'],
) => Promise<unknown>

/** How each endpoint with a rule is called again, by method and path. */
const calls = new Map<string, { endpoint: Endpoint; make: MakeCall }>()

/** Lets proposals of an endpoint be made. `make` validates the input and calls the handler as a request does. */
export function registerCall(endpoint: Endpoint, make: MakeCall): void {
  if (endpoint.twoPairs) calls.set(nameOf(endpoint), { endpoint, make })
}

/**
 * Makes a proposed call in the name of the one who approves it. Throws `forbidden` without its permission, `conflict`
 * for one that this version does not know, `validation` for an input that it no longer accepts, and what the handler
 * throws.
 */
export function makeProposedCall(
  name: string,
  input: CallInput & { file?: Upload },
  frame: CallFrame,
  store: Upload['store'],
): Promise<unknown> {
  const known = calls.get(name)
  const permission = known && permissionOf(known.endpoint.access)
  if (!known || !permission) {
    throw new Problem('conflict', 'This proposal is from an earlier version. Propose it again.')
  }
  assertMay(frame.caller, permission)
  return known.make(input, frame, store)
}
