/**
 * Routes that send rows as a file. They pass the same pipeline as all routes; their body is made while it is sent.
 */

import type { Caller } from '#common/access-token'
import { type AdminExport, actorOf } from '#common/actor'
import type { RowsFile } from '#common/files'
import { TOTAL_COUNT } from '#contract/call'
import { type Endpoint, EXPORT_TIME_LIMIT, type ResponseOf } from '#contract/endpoint'
import { permissionOf } from '#contract/permissions'
import { type TableUse, WORKBOOK_TYPE } from '#contract/table-file'
import { type Call, serve } from '#http/pipeline/serve'
import { sharerOf } from '#http/pipeline/shares'
import { nameDays } from './file-period.ts'
import { sendFileStream } from './file-stream.ts'

/** All files wait in one line, see `shares.ts`. */
const LINE = 'files'

const today = (): string => new Date().toISOString().slice(0, 10)

const endings: Readonly<Record<string, string>> = {
  'text/csv; charset=utf-8': 'csv',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  [WORKBOOK_TYPE]: 'xlsx',
}

const isForExcel = (query: object | undefined): boolean =>
  (query as { for?: TableUse } | undefined)?.for === 'excel'

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

type Ending = Exclude<AdminExport['step'], 'began'>

/** The same chunks; `onEnd` is awaited before the last one has ended, and when they fail or are cancelled. */
async function* withEnd(
  chunks: RowsFile['chunks'],
  onEnd: (ending: Ending) => Promise<void>,
): RowsFile['chunks'] {
  // What ends a generator from outside leaves no other trace.
  let ending: Ending = 'cancelled'
  try {
    yield* chunks
    ending = 'completed'
  } catch (error) {
    ending = 'failed'
    throw error
  } finally {
    await onEnd(ending)
  }
}

/** Records that a file begins, and once how it ended, with the number of its rows that were sent where that is known. */
function recordSteps(
  { rows, madeRows }: RowsFile,
  record: (step: AdminExport['step'], sent?: number) => Promise<void>,
) {
  let hasEnded = false
  return {
    began: () => record('began'),
    async ended(ending: Ending) {
      if (hasEnded) return
      hasEnded = true
      await record(ending, madeRows?.() ?? (ending === 'completed' ? rows : undefined))
    },
  }
}

/**
 * What the audit log keeps of a filter. Typed text may name somebody, and nothing is ever removed from the log: it says
 * only that there was some.
 */
const keptFilter = ({ query: schema }: Endpoint, query: object): object =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      // The form of the file does not narrow its rows.
      name === 'for'
        ? []
        : [[name, schema?.properties[name]?.cleaned && value !== '' ? 'Typed text' : value]],
    ),
  )

/**
 * Makes the route of an endpoint that sends rows as a file, named after `name` and its period (`nameDays`), as in
 * `users-2026-01-31.csv`. The audit log has an entry before an export of the panel is sent, and one of how it ended; when
 * the first fails, nothing is sent. It takes one of its caller's slots (`shares.ts`) until it is sent; `route.ts` limits how long it may stay unread.
 */
export const serveExport = <E extends Endpoint & { response: { raw: string } }>(
  endpoint: E,
  name: string | ((call: Call<E>) => string),
  make: (call: Call<E>) => Promise<RowsFile>,
  period: (call: Call<E>) => string = ({ query }) => nameDays(query ?? {}, today()),
) => {
  async function send(call: Call<E>, release: () => void): Promise<Response> {
    const made = await call.preparing.run(LINE, EXPORT_TIME_LIMIT, () => make(call))
    const file = (isForExcel(call.query) && made.workbook?.()) || made
    const list = typeof name === 'string' ? name : name(call)
    const { type = endpoint.response.raw, rows } = file
    const onFailure = (error: unknown) =>
      call.log.error({ err: error, request_id: call.requestId }, 'an export broke off')
    const entry = { actor: actorOf(call), list, filter: keptFilter(endpoint, call.query ?? {}), rows }
    // Of a HEAD request only the headers are sent.
    const isRecorded = permissionOf(endpoint.access) !== undefined && call.request.method === 'GET'
    const { began, ended } = recordSteps(file, async (step, sent) => {
      if (isRecorded) await call.onAdminExport({ ...entry, step, sent })
    })
    const end = (ending: Ending): Promise<void> => {
      release()
      // Without its entry a file does not become complete. One that broke off has no reader left.
      return ending === 'completed' ? ended(ending) : ended(ending).catch(onFailure)
    }

    await began()
    // The body of a caller who disconnects before reading it is never read, and so never ends.
    call.request.signal.addEventListener('abort', () => void end('cancelled'), { once: true })
    return sendFileStream(
      {
        type,
        name: `${list}-${period(call)}.${endings[type]}`,
        chunks: withEnd(file.chunks, end),
        // Of a file without rows, it would say nothing.
        ...(endpoint.headers?.[TOTAL_COUNT] && { headers: { [TOTAL_COUNT]: String(rows) } }),
      },
      onFailure,
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
