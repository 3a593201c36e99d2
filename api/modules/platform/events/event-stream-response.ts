import { getApiHeaders } from '#http/pipeline/responses'

/** Sends an event stream; `open` is not called when only the headers are wanted. */
export function sendEventStream(
  request: Request,
  requestId: string,
  open: () => ReadableStream<Uint8Array>,
): Response {
  const headers = {
    ...getApiHeaders(requestId),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Without a timeout of the server, nothing else would close the connection after the stream ends.
    connection: 'close',
    // nginx would buffer messages until a buffer is full.
    'x-accel-buffering': 'no',
  }
  if (request.method === 'HEAD') {
    // The same header as for GET: the server would add a content length of 0 instead.
    return new Response(null, { headers: { ...headers, 'transfer-encoding': 'chunked' } })
  }
  return new Response(open(), { headers })
}
