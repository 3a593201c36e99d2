/** One event of a stream; `name` is empty for a heartbeat. */
export interface StreamEvent {
  name: string
}

/** Milliseconds a stream may be silent: the server sends a heartbeat every fifteen seconds. */
const SILENCE_MS = 45_000

/**
 * The next chunk of the stream. Throws if the stream is silent for too long, because a cut connection may go unnoticed.
 */
async function readInTime<T>(reader: ReadableStreamDefaultReader<T>) {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(new Error('The stream fell silent')), SILENCE_MS)
  try {
    return await Promise.race([reader.read(), silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The value of an event's `event:` line. The data is not read. */
const nameOf = (block: string): string => /^event: ?(.*)$/m.exec(block)?.[1] ?? ''

/**
 * Reads `text/event-stream` (WHATWG HTML, 9.2) until it ends. It uses `fetch` because the browser's `EventSource`
 * cannot send an access token.
 */
export async function* parseEventStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    while (true) {
      const { done, value } = await readInTime(reader)
      if (done) return
      const blocks = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield { name: nameOf(block) }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
