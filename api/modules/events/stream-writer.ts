/** Where a listener is written to: the messages, and what becomes of a reader that does not read. */

/** Messages a reader may leave unread; they are small, and whoever is that slow is better off connecting again. */
const UNREAD_MAX = 32

const encoder = new TextEncoder()
/** A comment (WHATWG HTML, 9.2.5): readers ignore it. */
export const HEARTBEAT = encoder.encode(':\n\n')
const frames = new Map<string, Uint8Array>()

/** An event says that something changed and never what. Browsers drop one without data. */
export function encodeEvent(event: string): Uint8Array {
  let frame = frames.get(event)
  if (!frame) {
    frame = encoder.encode(`event: ${event}\ndata: 1\n\n`)
    frames.set(event, frame)
  }
  return frame
}

export interface Outlet {
  /** The connection; nothing before its answer has begun and after its end. */
  sink: ReadableStreamDirectController | undefined
  /** Messages written since its reader stopped taking them. */
  unread: number
}

/** Writes a message. False when its reader has left too many unread: it is to be finished. */
export function writeMessage(outlet: Outlet, bytes: Uint8Array): boolean {
  const { sink } = outlet
  // Whoever does not hear yet is told what it missed when it does.
  if (!sink) return true
  // A promise says that what was sent before still waits for the reader.
  const isTaken = typeof sink.write(bytes) === 'number'
  sink.flush()
  outlet.unread = isTaken ? 0 : outlet.unread + 1
  return outlet.unread <= UNREAD_MAX
}

/** Ends what is written, or cuts it off where its reader does not read. */
export function finish(outlet: Outlet): void {
  const { sink, unread } = outlet
  outlet.sink = undefined
  // An end waits in line behind what is unread, and holds the connection for as long as its reader likes.
  if (unread > 0) sink?.close(new Error('The reader does not read'))
  else sink?.end()
}
