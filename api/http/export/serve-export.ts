/**
 * Routes that send rows as a file. They pass the same pipeline as all routes; their body is generated while it is sent.
 */

import type { Caller } from '#common/access-token'
import { type AdminExport, toActor } from '#common/audit-actor'
import type { GeneratedFile } from '#common/file-types'
import { type Endpoint, EXPORT_TIME_LIMIT, type ResponseOf } from '#contract/endpoint'
import { getRequiredPermission } from '#contract/permissions'
import { TOTAL_COUNT_HEADER } from '#contract/request-url'
import { type TableUse, WORKBOOK_TYPE } from '#contract/table-file'
import { getConcurrencyKey } from '#http/pipeline/concurrency-limits'
import { type HandlerContext, serveEndpoint } from '#http/pipeline/serve-endpoint'
import { formatFilePeriod } from './file-name-period.ts'
import { sendFileStream } from './file-stream.ts'

/** All files share one queue, see `concurrency-limits.ts`. */
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

/** What a slot is used for. */
type ExportCall = Pick<HandlerContext<Endpoint>, 'exports' | 'address' | 'request'> & {
  caller: Caller | undefined
}

/** Acquires the caller's slot for an export and returns the function that frees it. Throws `rate_limited`. */
function takePlace({ exports, caller, address, request }: ExportCall): () => void {
  const sharer = getConcurrencyKey(caller, address)
  exports.enter(sharer, 0)
  let isHeld = true
  const release = () => {
    if (isHeld) exports.leave(sharer)
    isHeld = false
  }
  // The response to a caller who disconnects before it starts is never read, and so never ends.
  request.signal.addEventListener('abort', release, { once: true })
  return release
}

type Ending = Exclude<AdminExport['step'], 'began'>

/** The same chunks; `onEnd` is awaited before the last one has ended, and on failure or cancellation. */
async function* withEnd(
  chunks: GeneratedFile['chunks'],
  onEnd: (ending: Ending) => Promise<void>,
): GeneratedFile['chunks'] {
  // Ending a generator from outside leaves no other trace.
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

/** Records the start of a file, and once how it ended, with the number of rows sent if known. */
function recordSteps(
  { rows, madeRows }: GeneratedFile,
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
 * How a filter appears in the audit log. Typed text may name someone, and nothing is ever removed from the log, so the
 * entry only says that there was some.
 */
const keptFilter = ({ query: schema }: Endpoint, query: object): object =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      // The file format does not narrow its rows.
      name === 'for'
        ? []
        : [[name, schema?.properties[name]?.cleaned && value !== '' ? 'Typed text' : value]],
    ),
  )

/**
 * Creates the route of an endpoint that sends rows as a file, named after `name` and its period (`formatFilePeriod`),
 * as in `users-2026-01-31.csv`. A panel export gets an audit log entry before it is sent and another when it ends; if
 * the first fails, nothing is sent. It holds one of its caller's slots (`concurrency-limits.ts`) until it is sent;
 * `route.ts` limits how long it may stay unread.
 */
export const serveExport = <E extends Endpoint & { response: { raw: string } }>(
  endpoint: E,
  name: string | ((call: HandlerContext<E>) => string),
  make: (call: HandlerContext<E>) => Promise<GeneratedFile>,
  period: (call: HandlerContext<E>) => string = ({ query }) => formatFilePeriod(query ?? {}, today()),
) => {
  async function send(call: HandlerContext<E>, release: () => void): Promise<Response> {
    const made = await call.preparing.run(LINE, EXPORT_TIME_LIMIT, () => make(call))
    const file = (isForExcel(call.query) && made.workbook?.()) || made
    const list = typeof name === 'string' ? name : name(call)
    const { type = endpoint.response.raw, rows } = file
    const onFailure = (error: unknown) =>
      call.log.error({ err: error, request_id: call.requestId }, 'an export broke off')
    const entry = { actor: toActor(call), list, filter: keptFilter(endpoint, call.query ?? {}), rows }
    // For a HEAD request only the headers are sent.
    const isRecorded = getRequiredPermission(endpoint.access) !== undefined && call.request.method === 'GET'
    const { began, ended } = recordSteps(file, async (step, sent) => {
      if (isRecorded) await call.onAdminExport({ ...entry, step, sent })
    })
    const end = (ending: Ending): Promise<void> => {
      release()
      // A file is not completed without its audit entry. A file that broke off no longer has a reader.
      return ending === 'completed' ? ended(ending) : ended(ending).catch(onFailure)
    }

    await began()
    // The body for a caller who disconnects before reading it is never read, and so never ends.
    call.request.signal.addEventListener('abort', () => void end('cancelled'), { once: true })
    return sendFileStream(
      {
        type,
        name: `${list}-${period(call)}.${endings[type]}`,
        chunks: withEnd(file.chunks, end),
        // Meaningless for a file without rows.
        ...(endpoint.headers?.[TOTAL_COUNT_HEADER] && { headers: { [TOTAL_COUNT_HEADER]: String(rows) } }),
      },
      onFailure,
    )
  }

  return serveEndpoint<E>(endpoint, async (call) => {
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
