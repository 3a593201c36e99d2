/**
 * The open event streams of one instance: who listens to which topic, and what is sent to them.
 * A topic is `user:42` for what belongs to somebody, a bare word for what is public.
 */

import type { CountedNetwork } from '#common/network'
import { Problem } from '#contract/problem'
import { createReplayBuffer } from './replay-buffer.ts'
import { encodeEvent, finish, HEARTBEAT, type Outlet, writeMessage } from './stream-writer.ts'

/** Tabs share one connection, so that this is a person with ten browsers. */
const OWNER_MAX = 10
/** Well above what one process is meant to hold, well below what its memory could. */
const TOTAL_MAX = 20_000
/** Seconds between two signs of life, by which proxies and browsers know that the connection stands. */
const HEARTBEAT_SECONDS = 15
/** Milliseconds for which something that was told is told to whoever begins to listen, too. */
const REMEMBERED = 15_000

export interface StreamRequest {
  /** Whose stream it is, for whom streams are counted. */
  owner: string
  /** Networks its owner is part of, which may hold a multiple of what one owner may. */
  networks?: readonly CountedNetwork[]
  /** What else it hears: something that many listen to. */
  topic?: string
  /** The session it ends with; empty for a visitor. */
  sessionId: string
  /** What is sent after events may have been missed. */
  everything: readonly string[]
  /** When the stream ends, in milliseconds since 1970: nobody hears longer than the token allows. */
  expiresAt: number
}

interface Topic {
  name: string
  listeners: Set<Stream>
}

/**
 * A listener, and the source that the platform asks for its bytes: one small object, as there are thousands.
 * A direct source writes to the connection itself; the queue, reader and promises of a standard one
 * are as much again for each listener, and a tick more before anything leaves.
 */
interface Stream extends Outlet, Bun.DirectUnderlyingSource<Uint8Array> {
  owner: Topic
  networks: readonly CountedNetwork[] | undefined
  topic: Topic | undefined
  sessionId: string
  everything: readonly string[]
  expiresAt: number
  beat: Set<Stream>
  hasMissed: boolean
}

export type Streams = ReturnType<typeof createStreams>

/** Makes the registry of one instance. `heartbeatMs` is the time between two signs of life. */
export function createStreams({ heartbeatMs = HEARTBEAT_SECONDS * 1000 } = {}) {
  const topics = new Map<string, Topic>()
  /** Open streams of the wider networks. */
  const held = new Map<string, number>()
  // Each stream belongs to one of the beats, so that ten thousand are not written to at once.
  const beats = Array.from({ length: HEARTBEAT_SECONDS }, () => new Set<Stream>())
  const memory = createReplayBuffer(REMEMBERED)
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
    finish(stream)
    forget(stream)
  }

  function send(stream: Stream, bytes: Uint8Array): void {
    if (!writeMessage(stream, bytes)) end(stream)
  }

  function notify(topic: string, event: string): void {
    const frame = encodeEvent(event)
    for (const stream of topics.get(topic)?.listeners ?? []) send(stream, frame)
  }

  /** The platform's `pull`: the answer begins, or a reader in memory wants more. */
  function attach(this: Stream, sink: ReadableStreamDirectController): void {
    if (this.sink) return
    if (!this.beat.has(this)) {
      sink.end()
      return
    }
    this.sink = sink
    // Sends the headers: the client knows that it listens.
    send(this, HEARTBEAT)
    // It reads and begins to listen at the same time: what changed in between was told to nobody.
    for (const event of memory.recall(this.owner.name)) send(this, encodeEvent(event))
    if (this.topic) for (const event of memory.recall(this.topic.name)) send(this, encodeEvent(event))
  }

  /** The platform's `cancel`: the reader has gone. */
  function detach(this: Stream): void {
    forget(this)
  }

  const timer = setInterval(() => {
    turn = (turn + 1) % beats.length
    const now = Date.now()
    for (const stream of beats[turn] ?? []) {
      // Without a sink its caller was gone before the answer began.
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

  /** Throws `rate_limited` for one stream too many of its owner or network, `unavailable` when there are too many in all. */
  function refuseExcess({ owner, networks = [] }: StreamRequest, ownerMax: number): void {
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
    /** Opens a stream, unless its owner has `ownerMax`. It ends by itself when its reader goes away, or is so slow that messages pile up. */
    open(request: StreamRequest, ownerMax = OWNER_MAX): ReadableStream<Uint8Array> {
      refuseExcess(request, ownerMax)
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
        // The least busy moment: streams that were opened together do not stay together.
        beat: beats.reduce((least, candidate) => (candidate.size < least.size ? candidate : least)),
        hasMissed: false,
        unread: 0,
      }
      stream.owner.listeners.add(stream)
      for (const { name } of networks ?? []) held.set(name, (held.get(name) ?? 0) + 1)
      stream.topic?.listeners.add(stream)
      stream.beat.add(stream)
      size += 1
      // The types of browsers, which the site needs, know of no direct source.
      return new ReadableStream<Uint8Array>(stream as unknown as UnderlyingDefaultSource<Uint8Array>)
    },

    /** Tells everybody who listens to `topic`, and nobody later. */
    announce: notify,

    /** Tells everybody who listens to `topic`, and for a while who begins to. */
    publish(topic: string, event: string): void {
      memory.keep(topic, event)
      notify(topic, event)
    },

    /** Tells `event` to the listeners of a session, as the last thing they hear. */
    endSession(sessionId: string, event: string): void {
      // Looked for among all: sessions end seldom, and an index by session would cost every stream a set.
      for (const beat of beats) {
        for (const stream of beat) {
          if (stream.sessionId !== sessionId) continue
          send(stream, encodeEvent(event))
          end(stream)
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
    count: (topic: string): number => topics.get(topic)?.listeners.size ?? 0,

    /** How many are open. */
    get size() {
      return size
    },
    /** How many topics are listened to. */
    get topics() {
      return topics.size
    },
  }
}
