/** Routes that take a file. They pass the same pipeline as all routes, but the file may take minutes to arrive. */

import { rm } from 'node:fs/promises'
import type { TSchema } from '@sinclair/typebox'
import type { Caller } from '#common/access-token'
import { withDeadline } from '#common/deadline'
import type { FileSeal, Upload } from '#common/files'
import type { Endpoint, ResponseOf } from '#contract/endpoint'
import { afterCommit, inTransaction } from '#db/connection'
import { readIdempotencyKey, runOnce } from '#http/pipeline/idempotency'
import { sendPrivate } from '#http/pipeline/responses'
import { route } from '#http/pipeline/route'
import { type Call, idempotencyScope } from '#http/pipeline/serve'
import {
  findProposedCall,
  isWaiting,
  type KeptFile,
  registerCall,
  sendWaiting,
  splitReason,
  type Waiting,
} from '#http/pipeline/two-pairs'
import { compileInput, compileParams, compileResponse } from '#http/pipeline/validation'
import { receiveForm } from './receive-form.ts'

/** Milliseconds to handle a received file: check it, move it, store its row. */
const WORK_LIMIT = 60_000
/** Seconds the connection may be idle in that time. */
const SILENCE = 120

/** Ends the work of a handler whose write became a proposal, and carries the response. */
class BecameProposal extends Error {
  readonly waiting: Waiting

  constructor(waiting: Waiting) {
    super('A write became a proposal')
    this.waiting = waiting
  }
}

/**
 * Makes the route of an endpoint that takes a file. The handler gets it on disk and moves it to storage; a file it
 * leaves is removed afterwards. With `makeSeal` it is encrypted while it arrives.
 */
export function serveUpload<E extends Endpoint, S extends FileSeal | undefined = undefined>(
  endpoint: E,
  handler: (call: Call<E>, upload: Upload, seal: S) => Promise<ResponseOf<E>>,
  makeSeal?: (caller: Caller | undefined) => S,
) {
  const { upload: rule, bodyLimit } = endpoint
  if (!rule || !endpoint.body) throw new Error(`${endpoint.path} takes no file`)
  const checkBody = compileInput(endpoint.body)
  const checkParams = endpoint.params && compileParams(endpoint.params)
  const toDeclared = compileResponse(endpoint.response as TSchema)

  registerCall(endpoint, async (input, frame) => {
    if (!input.file) throw new Error(`${endpoint.path} needs its file`)
    const read = splitReason(endpoint, checkBody(input.body))
    const call = { ...frame, params: checkParams?.(input.params), query: undefined, ...read }
    // A file that is encrypted while it arrives never becomes a proposal.
    return toDeclared(await handler(call as unknown as Call<E>, input.file, undefined as S))
  })

  return route(endpoint, async (requestContext) => {
    const { request, params, address, caller, requestId, context: instance, server } = requestContext
    const key = endpoint.idempotent ? readIdempotencyKey(request) : undefined
    const known = checkParams?.(params)
    const seal = makeSeal?.(caller)
    const { fields, file } = await receiveForm(request, rule, bodyLimit, instance.staging, seal)
    let waits: KeptFile | undefined
    let isKept = false
    try {
      server?.timeout(request, SILENCE)
      const sent = checkBody(fields)
      const read = splitReason(endpoint, sent)
      const call = { params: known, query: undefined, ...read, caller, address, requestId, request }
      const content = { body: sent, name: file.name, sha256: file.sha256 }
      const proposed = await findProposedCall(endpoint, requestContext, sent)
      // The handler moves the file, and removes it again where the write became a proposal.
      if (proposed) waits = await instance.twoPairs.keepFile(file)
      const store: Upload['store'] = async (write) => {
        const attempt = async () => {
          if (!proposed) return write()
          const result = await instance.twoPairs.attempt({ ...proposed, file: waits }, write)
          // Only after the commit: a repeat of the same upload finds the proposal of the first.
          if (isWaiting(result)) {
            afterCommit(() => {
              isKept = true
            })
          }
          return result
        }
        const result = await (key === undefined
          ? inTransaction(attempt)
          : runOnce(idempotencyScope(requestContext), key, content, attempt))
        if (isWaiting(result)) throw new BecameProposal(result)
        return result
      }
      const result = await withDeadline(
        handler(call as unknown as Call<E>, { ...file, store }, seal as S),
        WORK_LIMIT,
      )
      return sendPrivate(toDeclared(result), { status: endpoint.status, requestId })
    } catch (error) {
      if (!(error instanceof BecameProposal)) throw error
      return sendWaiting(error.waiting, requestId)
    } finally {
      await rm(file.path, { force: true })
      if (waits && !isKept) await instance.twoPairs.dropFile(waits)
    }
  })
}
