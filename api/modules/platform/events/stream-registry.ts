/**
 * The open event streams of one instance: who listens to which topic, and what is sent to them. A topic is `user:42`
 * for one user's events, or a bare name for public ones.
 */

import type { RateLimitedNetwork } from '#common/client-network'
import { Problem } from '#contract/problem'
import { createReplayBuffer } from './replay-buffer.ts'
import {
  closeConnection,
  encodeEvent,
  HEARTBEAT,
  type StreamConnection,
  writeMessage,
} from './stream-writer.ts'

/** Tabs share one connection, so this corresponds to a person with ten browsers. */
const OWNER_MAX = 10
/** Well above what one process is meant to serve, well below what its memory allows. */
const TOTAL_MAX = 20_000
/** Seconds between two heartbeats, which tell proxies and browsers that the connection is alive. */
const HEARTBEAT_SECONDS = 15
/** Milliseconds for which an event is also sent to new listeners. */
const REMEMBERED = 15_000

export interface StreamRequest {
  /** The owner of the stream, by whom streams are counted. */
  owner: string
  /** Networks of the owner, which may open a multiple of the owner's limit. */
  networks?: readonly RateLimitedNetwork[]
  /** A second topic to listen to, shared by many. */
  topic?: string
  /** The session whose end closes the stream; empty for a visitor. */
  sessionId: string
  /** Events sent when some may have been missed. */
  everything: readonly string[]
  /** When the stream ends, in milliseconds since 1970: never later than the token expires. */
  expiresAt: number
}

interface Topic {
  name: string
  listeners: Set<Stream>
}

/**
 * A listener, and the source from which the platform pulls its bytes: one small object, as there are thousands. A
 * direct source writes to the connection itself; the queue, reader and promises of a standard one would double the
 * memory of each listener and add a tick before anything is sent.
 */
interface Stream extends StreamConnection, Bun.DirectUnderlyingSource<Uint8Array> {
  owner: Topic
  networks: readonly RateLimitedNetwork[] | undefined
  topic: Topic | undefined
  sessionId: string
  everything: readonly string[]
  expiresAt: number
  beat: Set<Stream>
  hasMissed: boolean
}

export type Streams = ReturnType<typeof createStreams>

/** Creates the registry of one instance. `heartbeatMs` is the time between two heartbeats. */
export function createStreams({ heartbeatMs = HEARTBEAT_SECONDS * 1000 } = {}) {
  const topics = new Map<string, Topic>()
  /** Number of open streams by wider network. */
  const held = new Map<string, number>()
  // Each stream belongs to one of the beats, so that ten thousand are not written to at once.
  const beats = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<Stream>())
  const replay = createReplayBuffer(REMEMBERED)
  let size = 0
  let turn = 0
  let closed = false

  function topicOf(name: string): Topic {
    let topic = topics.get(name)
    if (!topic) {
      topic = { name, listeners: new Set() }
      topics.set(name, topic)
    }
    return topic
  }

  function leave(stream: Stream, { name, listeners }: Topic): void {
    listeners.delete(stream)
    if (listeners.size === 0) topics.delete(name)
  }

  function forget(stream: Stream): void {
    stream.sink = undefined
    if (!stream.beat.delete(stream)) return
    size -= 1
    leave(stream, stream.owner)
    for (const { name } of stream.networks ?? []) {
      const left = (held.get(name) ?? 0) - 1
      if (left > 0) held.set(name, left)
      else held.delete(name)
    }
    if (stream.topic) leave(stream, stream.topic)
  }

  function end(stream: Stream): void {
    closeConnection(stream)
    forget(stream)
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if (!writeMessage(stream, bytes)) end(stream)
  }

  function notify(topic: string, event: string): void {
    const frame = encodeEvent(event)
    for (const stream of topics.get(topic)?.listeners ?? []) send(stream, frame)
  }

  /** The platform's `pull`: the response begins, or a reader in memory wants more. */
  function attach(this: Stream, sink: ReadableStreamDirectController): void {
    if (this.sink) return
    if (!this.beat.has(this)) {
      sink.end()
      return
    }
    this.sink = sink
    // Sends the headers: the client knows that it is connected.
    send(this, HEARTBEAT)
    // The client fetches and connects at the same time: changes in between were announced before it listened.
    for (const event of replay.recall(this.owner.name)) send(this, encodeEvent(event))
    if (this.topic) for (const event of replay.recall(this.topic.name)) send(this, encodeEvent(event))
  }

  /** The platform's `cancel`: the client disconnected. */
  function detach(this: Stream): void {
    forget(this)
  }

  const timer = setInterval(() => {
    turn = (turn + 1) % beats.length
    const now = Date.now()
    for (const stream of beats[turn] ?? []) {
      // Without a sink, the client left before the response began.
      if (stream.expiresAt <= now || !stream.sink) {
        end(stream)
      } else if (stream.hasMissed) {
        stream.hasMissed = false
        for (const event of stream.everything) send(stream, encodeEvent(event))
      } else {
        send(stream, HEARTBEAT)
      }
    }
  }, heartbeatMs / beats.length)
  timer.unref()

  /**
   * Throws `rate_limited` for one stream too many of its owner or network, `unavailable` if there are too many in
   * total.
   */
  function assertBelowLimits({ owner, networks = [] }: StreamRequest, ownerMax: number): void {
    if (closed || size >= TOTAL_MAX) {
      throw new Problem('unavailable', 'Live updates are not available right now.', { retryAfter: 30 })
    }
    const isFull =
      (topics.get(owner)?.listeners.size ?? 0) >= ownerMax ||
      networks.some(({ name, factor }) => (held.get(name) ?? 0) >= ownerMax * factor)
    if (isFull) {
      throw new Problem('rate_limited', 'Rate limit exceeded. Too many live connections are open.', {
        retryAfter: 30,
      })
    }
  }

  return {
    /**
     * Opens a stream, unless its owner has `ownerMax`. It ends when its reader disconnects, or is so slow that messages
     * accumulate.
     */
    open(request: StreamRequest, ownerMax = OWNER_MAX): ReadableStream<Uint8Array> {
      assertBelowLimits(request, ownerMax)
      const { owner, networks, topic, sessionId, everything, expiresAt } = request
      const stream: Stream = {
        type: 'direct',
        pull: attach,
        cancel: detach,
        owner: topicOf(owner),
        networks,
        topic: topic === undefined ? undefined : topicOf(topic),
        sessionId,
        everything,
        expiresAt,
        sink: undefined,
        // The smallest beat, so that streams opened together are spread out.
        beat: beats.reduce((least, candidate) => (candidate.size < least.size ? candidate : least)),
        hasMissed: false,
        unread: 0,
      }
      stream.owner.listeners.add(stream)
      for (const { name } of networks ?? []) held.set(name, (held.get(name) ?? 0) + 1)
      stream.topic?.listeners.add(stream)
      stream.beat.add(stream)
      size += 1
      // The browser's types, which the site needs, have no direct source.
      return new ReadableStream<Uint8Array>(stream as unknown as UnderlyingDefaultSource<Uint8Array>)
    },

    /** Notifies all listeners of `topic`, without replay. */
    announce: notify,

    /** Notifies all listeners of `topic`, and for a while new ones. */
    publish(topic: string, event: string): void {
      replay.keep(topic, event)
      notify(topic, event)
    },

    /** Sends `event` to the streams of a session and ends them. */
    endSession(sessionId: string, event: string): void {
      // Searched among all: sessions end rarely, and an index by session would cost every stream a set.
      for (const beat of beats) {
        for (const stream of beat) {
          if (stream.sessionId !== sessionId) continue
          send(stream, encodeEvent(event))
          end(stream)
        }
      }
    },

    /** Events may have been missed: every listener receives all events, spread over the next heartbeats. */
    catchUp(): void {
      for (const beat of beats) for (const stream of beat) stream.hasMissed = true
    },

    /** Ends all streams and opens no more. */
    close(): void {
      closed = true
      clearInterval(timer)
      for (const beat of beats) for (const stream of beat) end(stream)
    },

    /** The number of listeners of `topic`. */
    count: (topic: string): number => topics.get(topic)?.listeners.size ?? 0,

    /** The number of open streams. */
    get size() {
      return size
    },
    /** The number of topics with listeners. */
    get topics() {
      return topics.size
    },
  }
}
