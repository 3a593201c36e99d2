/**
 * Listens to the database's notifications (LISTEN) on a separate connection that is re-established when it breaks.
 *
 * The driver's `sql.listen` would listen again by itself, but reports neither that it stopped listening nor that it
 * gave up. Code that relies on notifications must know, because without them it would assume that nothing has changed.
 */
import postgres from 'postgres'
import { directSessionOptions } from './pooler-detection.ts'

/** The listener of one channel. */
export interface ChannelListener {
  onNotification(payload: string): void
  /**
   * Listening began, for the first time or again. Earlier changes were not notified and must be read now. A rejection
   * counts as a broken connection.
   */
  onConnected?(): Promise<void> | void
  /** From now on, notifications are missed. */
  onDisconnected?(): void
}

export interface NotifyListenerOptions {
  /** By channel. Names are constants, never a caller's text. */
  channels: Record<string, ChannelListener>
  /** Called when the connection breaks and when it cannot be made. */
  onFailure?: (error: unknown) => void
}

export interface NotifyListener {
  close(): Promise<void>
}

/** A broken connection is usually noticed immediately; this detects one that is merely silent. In milliseconds. */
const HEARTBEAT_EVERY = 5_000
const RESPONSE_WITHIN = 3_000
const RETRY_FIRST = 100
const RETRY_MOST = 5_000

type Connection = ReturnType<typeof connect>

function connect(
  url: string,
  onNotification: (channel: string, payload: string) => void,
  onClose: () => void,
) {
  // Missing from the driver's types: it passes options to its connection, which is how `sql.listen` gets its
  // notifications.
  const options: postgres.Options<Record<string, never>> & { onnotify: typeof onNotification } = {
    max: 1,
    connect_timeout: RESPONSE_WITHIN / 1000,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    onnotify: onNotification,
    onclose: onClose,
    connection: { application_name: 'lodefield notices', ...directSessionOptions },
  }
  return postgres(url, options)
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new Error('The database does not respond')), RESPONSE_WITHIN)
  timer.unref()
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

/** Starts listening in the background: `onConnected` of each channel is called once that has begun. */
export function openNotifyListener(
  url: string,
  { channels, onFailure }: NotifyListenerOptions,
): NotifyListener {
  const listeners = Object.values(channels)
  let current: Connection | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let connected = false
  let closed = false
  let delay = RETRY_FIRST

  const after = (milliseconds: number, work: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(work, milliseconds)
    timer.unref()
  }

  function fail(connection: Connection, error: unknown): void {
    if (closed || connection !== current) return
    current = undefined
    if (connected) for (const listener of listeners) listener.onDisconnected?.()
    connected = false
    connection.end({ timeout: 0 }).catch(() => {})
    onFailure?.(error)
    after(delay, open)
    delay = Math.min(delay * 2, RETRY_MOST)
  }

  function beat(connection: Connection): void {
    after(HEARTBEAT_EVERY, () => {
      withTimeout(connection`select 1`).then(
        () => connection === current && !closed && beat(connection),
        (error) => fail(connection, error),
      )
    })
  }

  async function begin(connection: Connection): Promise<void> {
    await withTimeout(
      connection.unsafe(
        Object.keys(channels)
          .map((name) => `listen "${name}"`)
          .join('; '),
      ),
    )
    for (const listener of listeners) await listener.onConnected?.()
    if (closed || connection !== current) {
      // It broke, or was closed, while they were reading.
      for (const listener of listeners) listener.onDisconnected?.()
      return
    }
    connected = true
    delay = RETRY_FIRST
    beat(connection)
  }

  function open(): void {
    const connection: Connection = connect(
      url,
      (channel, payload) => channels[channel]?.onNotification(payload),
      () => fail(connection, new Error('The connection was closed')),
    )
    current = connection
    begin(connection).catch((error) => fail(connection, error))
  }

  open()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      if (connected) for (const listener of listeners) listener.onDisconnected?.()
      connected = false
      await current?.end({ timeout: 1 })
    },
  }
}
