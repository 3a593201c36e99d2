/** Routes that take a file. They pass the same pipeline as all routes, but the file may take minutes to arrive. */

import { rm } from 'node:fs/promises'
import type { TSchema } from '@sinclair/typebox'
import type { Caller } from '#common/access-token'
import type { FileEncryption, Upload } from '#common/file-types'
import { withDeadline } from '#common/request-deadline'
import type { Endpoint, ResponseOf } from '#contract/endpoint'
import { afterCommit, inTransaction } from '#db/connection'
import {
  type AwaitingApproval,
  extractApprovalReason,
  findApprovableCall,
  isAwaitingApproval,
  registerApprovableCall,
  type StoredApprovalFile,
  sendAwaitingApproval,
} from '#http/pipeline/approval-gate'
import { parseIdempotencyKey, runIdempotent } from '#http/pipeline/idempotency'
import { sendPrivateJson } from '#http/pipeline/responses'
import { createRoute } from '#http/pipeline/route'
import { getIdempotencyScope, type HandlerContext } from '#http/pipeline/serve-endpoint'
import { compileInput, compileParams, compileResponse } from '#http/pipeline/validation'
import { receiveForm } from './receive-form.ts'

/** Milliseconds to handle a received file: check it, move it, store its row. */
const WORK_LIMIT = 60_000
/** Seconds the connection may be idle during that time. */
const SILENCE = 120

/** Ends the work of a handler whose write became an approval request, and carries the response. */
class BecameProposal extends Error {
  readonly waiting: AwaitingApproval

  constructor(waiting: AwaitingApproval) {
    super('A write became an approval request')
    this.waiting = waiting
  }
}

/**
 * Creates the route of an endpoint that takes a file. The handler gets it on disk and moves it to storage; a file left
 * in place is removed afterwards. With `makeSeal` it is encrypted while it arrives.
 */
export function serveUpload<E extends Endpoint, S extends FileEncryption | undefined = undefined>(
  endpoint: E,
  handler: (call: HandlerContext<E>, upload: Upload, seal: S) => Promise<ResponseOf<E>>,
  makeSeal?: (caller: Caller | undefined) => S,
) {
  const { upload: rule, bodyLimit } = endpoint
  if (!rule || !endpoint.body) throw new Error(`${endpoint.path} takes no file`)
  const checkBody = compileInput(endpoint.body)
  const checkParams = endpoint.params && compileParams(endpoint.params)
  const toDeclared = compileResponse(endpoint.response as TSchema)

  registerApprovableCall(endpoint, async (input, frame) => {
    if (!input.file) throw new Error(`${endpoint.path} needs its file`)
    const read = extractApprovalReason(endpoint, checkBody(input.body))
    const call = { ...frame, params: checkParams?.(input.params), query: undefined, ...read }
    // A file that is encrypted while it arrives never becomes an approval request.
    return toDeclared(await handler(call as unknown as HandlerContext<E>, input.file, undefined as S))
  })

  return createRoute(endpoint, async (requestContext) => {
    const { request, params, address, caller, requestId, context: instance, server } = requestContext
    const key = endpoint.idempotent ? parseIdempotencyKey(request) : undefined
    const known = checkParams?.(params)
    const seal = makeSeal?.(caller)
    const { fields, file } = await receiveForm(request, rule, bodyLimit, instance.staging, seal)
    let waits: StoredApprovalFile | undefined
    let isKept = false
    try {
      server?.timeout(request, SILENCE)
      const sent = checkBody(fields)
      const read = extractApprovalReason(endpoint, sent)
      const call = { params: known, query: undefined, ...read, caller, address, requestId, request }
      const content = { body: sent, name: file.name, sha256: file.sha256 }
      const proposed = await findApprovableCall(endpoint, requestContext, sent)
      // The handler moves the file, and removes it again if the write became an approval request.
      if (proposed) waits = await instance.approvalGate.storeFile(file)
      const store: Upload['store'] = async (write) => {
        const attempt = async () => {
          if (!proposed) return write()
          const result = await instance.approvalGate.writeOrRequestApproval(
            { ...proposed, file: waits },
            write,
          )
          // Only after the commit: a repeat of the same upload finds the approval request of the first.
          if (isAwaitingApproval(result)) {
            afterCommit(() => {
              isKept = true
            })
          }
          return result
        }
        const result = await (key === undefined
          ? inTransaction(attempt)
          : runIdempotent(getIdempotencyScope(requestContext), key, content, attempt))
        if (isAwaitingApproval(result)) throw new BecameProposal(result)
        return result
      }
      const result = await withDeadline(
        handler(call as unknown as HandlerContext<E>, { ...file, store }, seal as S),
        WORK_LIMIT,
      )
      return sendPrivateJson(toDeclared(result), { status: endpoint.status, requestId })
    } catch (error) {
      if (!(error instanceof BecameProposal)) throw error
      return sendAwaitingApproval(error.waiting, requestId)
    } finally {
      await rm(file.path, { force: true })
      if (waits && !isKept) await instance.approvalGate.deleteFile(waits)
    }
  })
}
