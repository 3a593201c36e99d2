/**
 * Routes that send rows as a file. They pass the same pipeline as all routes; their body is made while it is sent.
 */

import type { Caller } from '#common/access-token'
import { actorOf } from '#common/actor'
import type { RowsFile } from '#common/files'
import { TOTAL_COUNT } from '#contract/call'
import type { Endpoint, ResponseOf } from '#contract/endpoint'
import { permissionOf } from '#contract/permissions'
import { type Call, serve } from '#http/pipeline/serve'
import { sharerOf } from '#http/pipeline/shares'
import { nameDays } from './file-period.ts'
import { sendFileStream } from './file-stream.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

const endings: Readonly<Record<string, string>> = {
  'text/csv; charset=utf-8': 'csv',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
}

/** What a slot is taken for. */
type ExportCall = Pick<Call<Endpoint>, 'exports' | 'address' | 'request'> & { caller: Caller | undefined }

/** Takes the caller's slot for an export and returns the function that frees it. Throws `rate_limited`. */
function takePlace({ exports, caller, address, request }: ExportCall): () => void {
  const sharer = sharerOf(caller, address)
  exports.enter(sharer, 0)
  let isHeld = true
  const release = () => {
    if (isHeld) exports.leave(sharer)
    isHeld = false
  }
  // The response of a caller who disconnects before it begins is never read, and so never ends.
  request.signal.addEventListener('abort', release, { once: true })
  return release
}

/** The same chunks; `onEnd` is called when they end, fail or are cancelled. */
async function* withEnd(chunks: RowsFile['chunks'], onEnd: () => void): RowsFile['chunks'] {
  try {
    yield* chunks
  } finally {
    onEnd()
  }
}

/**
 * Makes the route of an endpoint that sends rows as a file, named after `name` and its period (`nameDays`), as in
 * `users-2026-01-31.csv`. An export of the panel is recorded in the audit log, and not sent when that fails. It takes one of its caller's
 * slots (`shares.ts`) until it is sent; `route.ts` limits how long it may stay unread.
 */
export const serveExport = <E extends Endpoint & { response: { raw: string } }>(
  endpoint: E,
  name: string | ((call: Call<E>) => string),
  make: (call: Call<E>) => Promise<RowsFile>,
  period: (call: Call<E>) => string = ({ query }) => nameDays(query ?? {}, today()),
) => {
  async function send(call: Call<E>, release: () => void): Promise<Response> {
    const { rows, chunks, type = endpoint.response.raw } = await make(call)
    const list = typeof name === 'string' ? name : name(call)
    // Of a HEAD request only the headers are sent.
    if (permissionOf(endpoint.access) && call.request.method === 'GET') {
      await call.onAdminExport({ actor: actorOf(call), list, filter: call.query ?? {}, rows })
    }
    return sendFileStream(
      {
        type,
        name: `${list}-${period(call)}.${endings[type]}`,
        chunks: withEnd(chunks, release),
        // Of a file without rows, it would say nothing.
        ...(endpoint.headers?.[TOTAL_COUNT] && { headers: { [TOTAL_COUNT]: String(rows) } }),
      },
      (error) => call.log.error({ err: error, request_id: call.requestId }, 'an export broke off'),
    )
  }

  return serve<E>(endpoint, async (call) => {
    const release = takePlace(call)
    try {
      const response = await send(call, release)
      if (call.request.method !== 'GET') release()
      return response as ResponseOf<E>
    } catch (error) {
      release()
      throw error
    }
  })
}
