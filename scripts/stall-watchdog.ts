/** Ends work without progress: a backup that waits forever looks like a busy one. */
import { parseArgs } from 'node:util'
import { CommandError } from './terminal-output.ts'

const STALL_SECONDS = 30
/** Bytes per second that even a slow connection to a bucket reaches, where progress cannot be measured. */
const SLOW_BYTES_PER_SECOND = 100_000
/** Milliseconds between two checks. */
const LOOK_MS = 200

export interface Watchdog {
  /** Reports progress. `doing` is named if nothing follows; `unseenBytes` are sent without a sign of progress. */
  moved(doing: string, unseenBytes?: number): void
  /** Each part of a stream counts as progress. */
  stream(doing: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Waits for `work`, and throws a {@link CommandError} if there was no progress for too long. */
  guard<T>(work: Promise<T>): Promise<T>
}

/** Watches from the first {@link Watchdog.guard} on. */
export function createWatchdog(seconds: number): Watchdog {
  let doing = 'starting'
  let deadline = Number.POSITIVE_INFINITY
  const moved: Watchdog['moved'] = (what, unseenBytes = 0) => {
    doing = what
    deadline = performance.now() + 1000 * (seconds + unseenBytes / SLOW_BYTES_PER_SECOND)
  }
  return {
    moved,
    async *stream(what, source) {
      moved(what)
      for await (const chunk of source) {
        moved(what)
        yield chunk
      }
    },
    async guard(work) {
      moved(doing)
      const stalled = Promise.withResolvers<never>()
      const timer = setInterval(() => {
        if (performance.now() < deadline) return
        const limit = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
        stalled.reject(new CommandError(`Timed out while ${doing}: no progress for ${limit}.`))
      }, LOOK_MS)
      try {
        return await Promise.race([work, stalled.promise])
      } finally {
        clearInterval(timer)
        // Abandoned work may still fail later, unawaited.
        work.catch(() => {})
      }
    },
  }
}

/**
 * Reads the arguments of a backup command: one folder, `--stall-seconds`, and the named switches. Throws a {@link
 * StartError} with `usage` for anything else.
 */
export function parseBackupArguments<Name extends string>(usage: string, switches: readonly Name[] = []) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'stall-seconds': { type: 'string', default: String(STALL_SECONDS) },
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const, default: false }])),
      },
    })
    const [folder, ...others] = positionals
    const seconds = Number(values['stall-seconds'])
    if (!folder || others.length > 0 || !(seconds > 0)) throw new Error('Invalid arguments')
    const given: Record<string, unknown> = values
    return { folder, seconds, isSet: (name: Name) => given[name] === true }
  } catch {
    throw new CommandError(usage)
  }
}
