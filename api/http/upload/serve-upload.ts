/** Routes that take a file. They pass the same pipeline as all routes, but the file may take minutes to arrive. */

import { rm } from 'node:fs/promises'
import type { TSchema } from '@sinclair/typebox'
import { withDeadline } from '#common/deadline'
import type { Upload } from '#common/files'
import type { Endpoint, ResponseOf } from '#contract/endpoint'
import { inTransaction } from '#db/connection'
import { readIdempotencyKey, runOnce } from '#http/pipeline/idempotency'
import { sendPrivate } from '#http/pipeline/responses'
import { route } from '#http/pipeline/route'
import { type Call, idempotencyScope } from '#http/pipeline/serve'
import { compileInput, compileParams, compileResponse } from '#http/pipeline/validation'
import { receiveForm } from './receive-form.ts'

/** Milliseconds to handle a received file: check it, move it, store its row. */
const WORK_LIMIT = 60_000
/** Seconds the connection may be idle in that time. */
const SILENCE = 120

/**
 * Makes the route of an endpoint that takes a file. The handler gets it on disk and moves it to storage; a file it
 * leaves is removed afterwards.
 */
export function serveUpload<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>, upload: Upload) => Promise<ResponseOf<E>>,
) {
  const { upload: rule, bodyLimit } = endpoint
  if (!rule || !endpoint.body) throw new Error(`${endpoint.path} takes no file`)
  const checkBody = compileInput(endpoint.body)
  const checkParams = endpoint.params && compileParams(endpoint.params)
  const toDeclared = compileResponse(endpoint.response as TSchema)

  return route(endpoint, async (requestContext) => {
    const { request, params, address, caller, requestId, context: instance, server } = requestContext
    const key = endpoint.idempotent ? readIdempotencyKey(request) : undefined
    const known = checkParams?.(params)
    const { fields, file } = await receiveForm(request, rule, bodyLimit, instance.staging)
    try {
      server?.timeout(request, SILENCE)
      const body = checkBody(fields)
      const call = { params: known, query: undefined, body, caller, address, requestId, request }
      const content = { body, name: file.name, sha256: file.sha256 }
      const store: Upload['store'] = (write) =>
        key === undefined
          ? inTransaction(write)
          : runOnce(idempotencyScope(requestContext), key, content, write)
      const result = await withDeadline(handler(call as unknown as Call<E>, { ...file, store }), WORK_LIMIT)
      return sendPrivate(toDeclared(result), { status: endpoint.status, requestId })
    } finally {
      await rm(file.path, { force: true })
    }
  })
}
