/** Writes to a listener, and handles one that does not read. */

/** Maximum unread messages of a reader; they are small, and a slower reader should reconnect. */
const UNREAD_MAX = 32

const encoder = new TextEncoder()
/** A comment (WHATWG HTML, 9.2.5): readers ignore it. */
export const HEARTBEAT = encoder.encode(':\n\n')
const frames = new Map<string, Uint8Array>()

/** An event names what changed, never the new value. Browsers drop an event without data. */
export function encodeEvent(event: string): Uint8Array {
  let frame = frames.get(event)
  if (!frame) {
    frame = encoder.encode(`event: ${event}\ndata: 1\n\n`)
    frames.set(event, frame)
  }
  return frame
}

export interface StreamConnection {
  /** The connection; undefined before its response has begun and after its end. */
  sink: ReadableStreamDirectController | undefined
  /** Messages written since the reader stopped reading. */
  unread: number
}

/** Writes a message. False if its reader has too many unread messages: finish it then. */
export function writeMessage(outlet: StreamConnection, bytes: Uint8Array): boolean {
  const { sink } = outlet
  // A client that is not connected yet receives what it missed when it connects.
  if (!sink) return true
  // A promise means that earlier messages are still unread.
  const isTaken = typeof sink.write(bytes) === 'number'
  sink.flush()
  outlet.unread = isTaken ? 0 : outlet.unread + 1
  return outlet.unread <= UNREAD_MAX
}

/** Ends the response, or closes the connection if its reader does not read. */
export function closeConnection(outlet: StreamConnection): void {
  const { sink, unread } = outlet
  outlet.sink = undefined
  // An end would be queued behind the unread messages and keep the connection open for as long as its reader likes.
  if (unread > 0) sink?.close(new Error('The reader does not read'))
  else sink?.end()
}
