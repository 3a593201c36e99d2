/**
 * Polls the sources, on the one instance that holds the lease. Every instance ticks; if the holder dies, another
 * takes over when the lease has expired. Visitors never cause a call.
 */
import { randomUUID } from 'node:crypto'
import { acquireLease, type Lease, releaseLease } from '#common/lease'
import type { Logger } from '#common/logger'
import { backfillHistory, findMissingHistory, requestGapBackfill } from './backfill.ts'
import { UpstreamError } from './fetch-source.ts'
import { downsampleHistory } from './price-history.ts'
import type { PriceSource } from './price-source.ts'
import { getLatestPrices, getPreviousDayPrices, recordPrices } from './price-store.ts'
import {
  type AcceptedPrice,
  type DropReason,
  type KnownPrice,
  type ValidatedPrices,
  validatePrices,
} from './price-validation.ts'
import { CallBudget, SourceHealth } from './source-health.ts'

const LEASE = 'market-feed'
/** Milliseconds. Extended with every tick; a tick waits less than half of it for a source. */
const LEASE_TIME = 40_000
const TICK = 5_000
const THIN_EVERY = 3_600_000
const THIN_TIME = 8_000

interface PollerOptions {
  /** For each kind, the first source that responds is used. */
  sources: readonly PriceSource[]
  log: Logger
  /** Milliseconds since 1970. */
  clock?: () => number
  random?: () => number
}

/** Counts of calls and prices since this instance started. */
interface SourceCounts {
  calls: number
  failures: number
  accepted: number
  dropped: Partial<Record<DropReason, number>>
}

interface Watched extends SourceCounts {
  source: PriceSource
  health: SourceHealth
  /** Health of the history calls, which may fail separately. */
  historyHealth: SourceHealth
  /** Nothing is missing until prices arrive after a gap, or for a new asset. */
  isHistoryComplete: boolean
  budget: CallBudget
  calledAt: number
  /** The most recently dropped prices: the same ones are not logged again. */
  lastDropped: string
}

/** Computes the change of prices whose source sends none, from the price stored a day earlier. */
async function addChanges(prices: AcceptedPrice[], now: number): Promise<void> {
  const before = await getPreviousDayPrices(
    prices.map(({ slug }) => slug),
    now,
  )
  for (const price of prices) {
    const old = before.get(price.slug)
    if (old !== undefined) price.change = Number(((price.price / old - 1) * 100).toFixed(2))
  }
}

export type Poller = ReturnType<typeof createPoller>

/** Creates a poller; `start` makes it tick. */
export function createPoller({ sources, log, clock = Date.now, random = Math.random }: PollerOptions) {
  const holder = randomUUID()
  const stopping = new AbortController()
  const watched = sources.map(
    (source): Watched => ({
      source,
      health: new SourceHealth(random),
      historyHealth: new SourceHealth(random),
      isHistoryComplete: source.readHistory === undefined,
      budget: new CallBudget(source.monthlyCalls, source.every, clock()),
      calledAt: Number.NEGATIVE_INFINITY,
      calls: 0,
      failures: 0,
      accepted: 0,
      dropped: {},
      lastDropped: '',
    }),
  )
  const lines = (['metal', 'crypto'] as const).map((kind) => ({
    kind,
    sources: watched.filter(({ source }) => source.kind === kind),
    nextAt: 0,
  }))
  let lease: Lease | undefined
  let thinnedAt = Number.NEGATIVE_INFINITY
  let isTickFailing = false

  function noteDropped(entry: Watched, dropped: ValidatedPrices['dropped']): void {
    for (const { reason } of dropped) entry.dropped[reason] = (entry.dropped[reason] ?? 0) + 1
    const summary = dropped.map(({ slug, reason }) => `${slug} ${reason}`).join(', ')
    if (summary && summary !== entry.lastDropped)
      log.warn({ source: entry.source.name, dropped: summary }, 'prices dropped')
    entry.lastDropped = summary
  }

  function noteFailure(entry: Watched, error: unknown): void {
    entry.failures += 1
    const retryAfter = error instanceof UpstreamError ? error.retryAfter : 0
    const isFirst = entry.health.fail(clock(), retryAfter)
    const facts = {
      source: entry.source.name,
      reason: error instanceof Error ? error.message : String(error),
    }
    if (isFirst) log.warn(facts, 'a market source fails')
    else log.debug(facts, 'a market source still fails')
  }

  /** Polls one source. Undefined if it has no plausible price. */
  async function pollSource(
    entry: Watched,
    last: ReadonlyMap<string, KnownPrice>,
  ): Promise<AcceptedPrice[] | undefined> {
    entry.calls += 1
    entry.calledAt = clock()
    try {
      const observations = await entry.source.readPrices(stopping.signal)
      const { accepted, dropped } = validatePrices(entry.source, observations, last, clock())
      noteDropped(entry, dropped)
      const isAllDropped = dropped.length === observations.length
      if (isAllDropped) throw new UpstreamError('sent no plausible price')
      if (entry.health.succeed()) log.info({ source: entry.source.name }, 'a market source responds again')
      entry.accepted += accepted.length
      return accepted
    } catch (error) {
      if (!stopping.signal.aborted) noteFailure(entry, error)
      return undefined
    }
  }

  async function poll(line: (typeof lines)[number], held: Lease): Promise<void> {
    if (clock() < line.nextAt) return
    const last = await getLatestPrices(line.kind)
    for (const entry of line.sources) {
      const { health, budget, source } = entry
      const now = clock()
      // A call before the regular interval is paid from the budget left by the plan.
      const isRegular = now - entry.calledAt >= source.every
      if (!health.mayCall(now) || !(isRegular || budget.take(now))) continue
      const prices = await pollSource(entry, last)
      if (!prices) continue
      line.nextAt = now + source.every * (1 + random() / 20)
      if (line.kind === 'metal') await addChanges(prices, now)
      const gap = now - Math.max(0, ...[...last.values()].map(({ asOf }) => asOf))
      if (prices.length > 0 && !(await recordPrices(held, source, prices))) lease = undefined
      if (last.size > 0) await requestGapBackfill(source, gap)
      entry.isHistoryComplete = source.readHistory === undefined
      return
    }
  }

  /** Keeps the interval after a restart or a takeover: the stored prices show when the last call was. */
  async function resume(): Promise<void> {
    for (const line of lines) {
      const newest = Math.max(0, ...[...(await getLatestPrices(line.kind)).values()].map(({ asOf }) => asOf))
      const every = line.sources[0]?.source.every ?? 0
      line.nextAt = Math.min(newest, clock()) + every
    }
  }

  /** Requests one range of missing history, if the source may be called. */
  async function backfill(held: Lease): Promise<void> {
    for (const entry of watched) {
      const { source, health, historyHealth, isHistoryComplete } = entry
      const now = clock()
      const mayCall = health.state === 'answering' && historyHealth.mayCall(now)
      if (isHistoryComplete || !mayCall) continue
      const missing = await findMissingHistory(source)
      entry.isHistoryComplete = missing === undefined
      if (!missing || !entry.budget.take(now)) continue
      try {
        await backfillHistory(held, source, missing, { now, signal: stopping.signal })
        historyHealth.succeed()
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const isFirst = historyHealth.fail(clock(), error.retryAfter)
        if (isFirst && !stopping.signal.aborted) {
          log.warn(
            { source: source.name, reason: error.message },
            'the history of a market source cannot be read',
          )
        }
      }
    }
  }

  async function thin(): Promise<void> {
    if (clock() < thinnedAt + THIN_EVERY) return
    thinnedAt = clock()
    const late = AbortSignal.timeout(THIN_TIME)
    const removed = await downsampleHistory(clock(), AbortSignal.any([stopping.signal, late]))
    // The rest at the next tick: the lease is extended in between.
    if (late.aborted) thinnedAt = Number.NEGATIVE_INFINITY
    if (removed > 0) log.info({ removed }, 'old market points thinned')
  }

  /** One step: acquires the lease and polls whatever is due. Throws if the database does not respond. */
  async function tick(): Promise<void> {
    const before = lease
    const held = await acquireLease(LEASE, holder, LEASE_TIME)
    lease = held
    if (!held) return
    if (before?.term !== held.term) {
      log.info({ term: held.term }, 'this instance polls the market sources')
      await resume()
    }
    await Promise.all(lines.map((line) => poll(line, held)))
    await backfill(held)
    await thin()
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  let ticking: Promise<void> = Promise.resolve()

  function run(): void {
    ticking = tick().then(
      () => {
        isTickFailing = false
      },
      (error: unknown) => {
        if (!isTickFailing && !stopping.signal.aborted)
          log.warn({ err: error }, 'market prices cannot be stored')
        isTickFailing = true
      },
    )
    ticking.then(() => {
      if (stopping.signal.aborted) return
      timer = setTimeout(run, TICK)
      timer.unref()
    })
  }

  return {
    tick,
    start: run,

    /** Whether this instance polls, and its counts. */
    describe: () => ({
      polls: lease !== undefined,
      sources: watched.map(({ source, health, calls, failures, accepted, dropped }) => ({
        name: source.name,
        state: health.state,
        calls,
        failures,
        accepted,
        dropped: { ...dropped },
      })),
    }),

    /** Aborts calls in flight and lets another instance take over at once. */
    async close(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await ticking
      // Without a database the lease expires.
      if (lease) await releaseLease(lease).catch(() => {})
      lease = undefined
    },
  }
}
