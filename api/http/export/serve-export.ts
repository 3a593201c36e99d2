/** Routes that send rows as a file. They go the way of all routes; their answer is made while it is sent. */

import { actorOf } from '#common/actor'
import type { RowsFile } from '#common/files'
import { TOTAL_COUNT } from '#contract/call'
import type { AnswerOf, Endpoint } from '#contract/endpoint'
import { type Call, serve } from '#http/pipeline/serve'
import { sendFileStream } from './file-stream.ts'

const today = (): string => new Date().toISOString().slice(0, 10)

const endingOf = (type: string): string => (type.startsWith('text/csv') ? 'csv' : 'pdf')

/**
 * Makes the route of an endpoint that sends rows as a file, called after `name` and the day: `users-2026-01-31.csv`.
 * One of the panel is recorded in the audit log, and not sent when that fails.
 */
export const serveExport = <E extends Endpoint & { answer: { raw: string } }>(
  endpoint: E,
  name: string | ((call: Call<E>) => string),
  make: (call: Call<E>) => Promise<RowsFile>,
) =>
  serve<E>(endpoint, async (call) => {
    const { rows, chunks } = await make(call)
    const type = endpoint.answer.raw
    const list = typeof name === 'string' ? name : name(call)
    // Of a HEAD request only the headers are sent.
    if (endpoint.access === 'admin' && call.request.method === 'GET') {
      await call.onAdminExport({ actor: actorOf(call), list, filter: call.query ?? {}, rows })
    }
    const answer = await sendFileStream(
      {
        type,
        name: `${list}-${today()}.${endingOf(type)}`,
        chunks,
        headers: { [TOTAL_COUNT]: String(rows) },
      },
      (error) => call.log.error({ err: error, request_id: call.requestId }, 'an export broke off'),
    )
    return answer as AnswerOf<E>
  })
