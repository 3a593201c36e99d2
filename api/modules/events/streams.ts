/**
 * The open event streams of one instance: who listens to which topic, and what is sent to them.
 * A topic is `user:42` for what belongs to somebody, a bare word for what is public.
 */
import { Problem } from '#contract/problem'

/** Tabs share one connection, so that this is a person with ten browsers. */
const OWNER_MAX = 10
/** Well above what one process is meant to hold, well below what its memory could. */
const TOTAL_MAX = 20_000
/** Messages a reader may leave unread; they are small, and whoever is that slow is better off connecting again. */
const UNREAD_MAX = 32
/** Seconds between two signs of life, by which proxies and browsers know that the connection stands. */
const HEARTBEAT = 15

const encoder = new TextEncoder()
/** A comment (WHATWG HTML, 9.2.5): readers ignore it. */
const SIGN_OF_LIFE = encoder.encode(':\n\n')
const frames = new Map<string, Uint8Array>()

/** An event says that something changed and never what. Browsers drop one without data. */
function frameOf(event: string): Uint8Array {
  let frame = frames.get(event)
  if (!frame) {
    frame = encoder.encode(`event: ${event}\ndata: 1\n\n`)
    frames.set(event, frame)
  }
  return frame
}

export interface StreamRequest {
  /** The first one is the owner's, for whom streams are counted. */
  topics: readonly [string, ...string[]]
  /** The session it ends with; empty for a visitor. */
  sessionId: string
  /** What is sent after events may have been missed. */
  everything: readonly string[]
  /** When the stream ends, in milliseconds since 1970: nobody hears longer than the token allows. */
  expiresAt: number
}

interface Stream extends StreamRequest {
  controller: ReadableStreamDefaultController<Uint8Array>
  beat: Set<Stream>
  hasMissed: boolean
}

export type Streams = ReturnType<typeof createStreams>

/** Makes the registry of one instance. `heartbeatMs` is the time between two signs of life. */
export function createStreams({ heartbeatMs = HEARTBEAT * 1000 } = {}) {
  const byTopic = new Map<string, Set<Stream>>()
  // Each stream belongs to one of the beats, so that ten thousand are not written to at once.
  const beats = Array.from({ length: HEARTBEAT }, () => new Set<Stream>())
  let size = 0
  let turn = 0
  let closed = false

  function forget(stream: Stream): void {
    if (!stream.beat.delete(stream)) return
    size -= 1
    for (const topic of stream.topics) {
      const listeners = byTopic.get(topic)
      listeners?.delete(stream)
      if (listeners?.size === 0) byTopic.delete(topic)
    }
  }

  function end(stream: Stream): void {
    forget(stream)
    stream.controller.close()
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if ((stream.controller.desiredSize ?? 0) > -UNREAD_MAX) stream.controller.enqueue(bytes)
    else end(stream)
  }

  const timer = setInterval(() => {
    turn = (turn + 1) % beats.length
    const now = Date.now()
    for (const stream of beats[turn] ?? []) {
      if (stream.expiresAt <= now) {
        end(stream)
      } else if (stream.hasMissed) {
        stream.hasMissed = false
        for (const event of stream.everything) send(stream, frameOf(event))
      } else {
        send(stream, SIGN_OF_LIFE)
      }
    }
  }, heartbeatMs / beats.length)
  timer.unref()

  /** Throws `rate_limited` for one stream too many of its owner, `unavailable` when there are too many in all. */
  function refuseExcess(owner: string, ownerMax: number): void {
    if (closed || size >= TOTAL_MAX) {
      throw new Problem('unavailable', 'Live updates are not available right now.', { retryAfter: 30 })
    }
    if ((byTopic.get(owner)?.size ?? 0) >= ownerMax) {
      throw new Problem('rate_limited', 'Rate limit exceeded. Too many live connections are open.', {
        retryAfter: 30,
      })
    }
  }

  return {
    /** Opens a stream, unless its owner has `ownerMax`. It ends by itself when its reader goes away, or is so slow that messages pile up. */
    open(request: StreamRequest, ownerMax = OWNER_MAX): ReadableStream<Uint8Array> {
      refuseExcess(request.topics[0], ownerMax)
      let stream: Stream | undefined
      return new ReadableStream<Uint8Array>({
        start(controller) {
          // The least busy moment: streams that were opened together do not stay together.
          const beat = beats.reduce((least, candidate) => (candidate.size < least.size ? candidate : least))
          stream = { ...request, controller, beat, hasMissed: false }
          beat.add(stream)
          size += 1
          for (const topic of request.topics) {
            const listeners = byTopic.get(topic) ?? new Set()
            byTopic.set(topic, listeners.add(stream))
          }
          // Sends the headers: the client knows that it listens.
          controller.enqueue(SIGN_OF_LIFE)
        },
        cancel() {
          if (stream) forget(stream)
        },
      })
    },

    /** Tells everybody who listens to `topic`. */
    publish(topic: string, event: string): void {
      for (const stream of byTopic.get(topic) ?? []) send(stream, frameOf(event))
    },

    /** Tells `event` to the listeners of a session, as the last thing they hear. */
    endSession(sessionId: string, event: string): void {
      // Looked for among all: sessions end seldom, and an index by session would cost every stream a set.
      for (const beat of beats) {
        for (const stream of beat) {
          if (stream.sessionId !== sessionId) continue
          send(stream, frameOf(event))
          if (beat.has(stream)) end(stream)
        }
      }
    },

    /** Events may have been missed: everybody is told everything, spread over the next heartbeats. */
    catchUp(): void {
      for (const beat of beats) for (const stream of beat) stream.hasMissed = true
    },

    /** Ends all streams and opens no more. */
    close(): void {
      closed = true
      clearInterval(timer)
      for (const beat of beats) for (const stream of beat) end(stream)
    },

    /** How many listen to `topic`. */
    count: (topic: string): number => byTopic.get(topic)?.size ?? 0,

    /** How many are open. */
    get size() {
      return size
    },
    /** How many topics are listened to. */
    get topics() {
      return byTopic.size
    },
  }
}
