/**
 * Metrics for Prometheus (text format 0.0.4) on a separate port. Labels contain routes as written in the contract, and
 * fixed words: no caller input and no secrets.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ResponseObserver } from '#common/response-observer'
import { getRetryCounts } from '#db/connection'
import { getHashLoad } from '#modules/identity/session/passwords'
import { getMarketReadiness } from '#modules/market/active-feed'
import { countStreams } from '#modules/platform/events/live-events'
import { getDatabaseMetrics } from './database-metrics.ts'

/** Seconds: from cached responses to the deadline of a request. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Callers may send any method; unknown ones are counted together. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const SOURCE_STATES = ['answering', 'failing', 'open'] as const

interface MetricsOptions {
  port: number
  hostname: string
  requestsUnderWay: () => number
}

type Samples = readonly { labels: Record<string, string>; value: number }[]

/** Creates the registry of one process. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'lodefield_requests_total',
    help: 'Responses by method, route of the contract and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'lodefield_request_duration_seconds',
    help: 'Time to first byte of the response',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers,
  })

  const onResponse: ResponseObserver = (route, sentMethod, status, milliseconds) => {
    const method = METHODS.has(sentMethod) ? sentMethod : 'other'
    requests.inc({ method, route, status })
    durations.observe({ method, route }, milliseconds / 1000)
  }

  /** A metric whose values are set again, for all its labels, at each scrape. */
  function figure(metric: Gauge | Counter) {
    return (samples: Samples | number) => {
      metric.reset()
      if (typeof samples === 'number') metric.inc(samples)
      else for (const { labels, value } of samples) metric.inc(labels, value)
    }
  }
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    figure(new Gauge({ name: `lodefield_${name}`, help, labelNames, registers }))
  /** A counter that starts with this process. */
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    figure(new Counter({ name: `lodefield_${name}_total`, help, labelNames, registers }))

  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const NANOSECONDS = 1e9

  const set = {
    underWay: gauge('requests_in_flight', 'Requests in progress, including open event streams'),
    streams: gauge('event_streams', 'Open event streams'),
    hashing: gauge('password_hashes_working', 'Password hashes in progress'),
    waiting: gauge('password_hashes_waiting', 'Sign-ins and registrations queued for hashing'),
    memory: gauge('resident_memory_bytes', 'Memory of this process'),
    cpu: counter('cpu_seconds', 'CPU time used by this process'),
    uptime: gauge('uptime_seconds', 'Time since this process started'),
    loop: gauge('event_loop_delay_seconds', 'Event loop delay since the last scrape', ['quantile']),
    isUp: gauge('database_up', '1 when the database responds within a second'),
    answer: gauge('database_answer_seconds', 'Query time, including waiting for a pool connection'),
    clock: gauge('clock_ahead_seconds', 'Clock offset relative to the database'),
    connections: gauge('database_connections', 'Database connections of all instances', ['pool', 'state']),
    retries: counter('transaction_retries', 'Transactions retried after a conflict', ['reason']),
    mails: gauge('outbox_mails', 'Unsent emails: pending or permanently failed', ['status']),
    polls: gauge('market_polls', '1 when this instance polls the market sources for all'),
    sourceState: gauge('market_source_state', '1 for the current state of a source', ['source', 'state']),
    sourceCalls: counter('market_source_calls', 'Calls by outcome since this instance started', [
      'source',
      'outcome',
    ]),
    sourcePrices: counter('market_source_prices', 'Prices accepted and dropped, with the reason', [
      'source',
      'outcome',
    ]),
  }

  async function collectDatabase(): Promise<void> {
    try {
      const { responseSeconds, clockAhead, connections, mails } = await getDatabaseMetrics()
      set.isUp(1)
      set.answer(responseSeconds)
      set.clock(clockAhead)
      set.connections(
        connections.map(({ pool, state, count }) => ({ labels: { pool, state }, value: count })),
      )
      const counts = {
        pending: 0,
        failed: 0,
        ...Object.fromEntries(mails.map(({ status, count }) => [status, count])),
      }
      set.mails(Object.entries(counts).map(([status, value]) => ({ labels: { status }, value })))
    } catch {
      // The database is down, and its earlier values are no longer true.
      set.isUp(0)
      for (const clear of [set.answer, set.clock, set.connections, set.mails]) clear([])
    }
  }

  function collectMarket(): void {
    const state = getMarketReadiness()
    const market = 'market_sources' in state ? state.market_sources : undefined
    set.polls(market?.polls ? 1 : 0)
    const sources = market?.sources ?? []
    set.sourceState(
      sources.flatMap(({ name: source, state }) =>
        SOURCE_STATES.map((word) => ({ labels: { source, state: word }, value: word === state ? 1 : 0 })),
      ),
    )
    set.sourceCalls(
      sources.flatMap(({ name: source, calls, failures }) => [
        { labels: { source, outcome: 'answered' }, value: calls - failures },
        { labels: { source, outcome: 'failed' }, value: failures },
      ]),
    )
    set.sourcePrices(
      sources.flatMap(({ name: source, accepted, dropped }) =>
        Object.entries({ accepted, ...dropped }).map(([outcome, value]) => ({
          labels: { source, outcome },
          value,
        })),
      ),
    )
  }

  function collectProcess(requestsUnderWay: number): void {
    set.underWay(requestsUnderWay)
    set.retries(Object.entries(getRetryCounts()).map(([reason, value]) => ({ labels: { reason }, value })))
    set.streams(countStreams())
    const { working, waiting } = getHashLoad()
    set.hashing(working)
    set.waiting(waiting)
    set.memory(process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    set.cpu((user + system) / 1e6)
    set.uptime(process.uptime())
    set.loop(
      [50, 99, 100].map((percent) => ({
        labels: { quantile: String(percent / 100) },
        value: delay.percentile(percent) / NANOSECONDS,
      })),
    )
    delay.reset()
  }

  return {
    onResponse,

    /** Serves `GET /metrics`. */
    serve({ port, hostname, requestsUnderWay }: MetricsOptions): Bun.Server<unknown> {
      return Bun.serve({
        port,
        hostname,
        development: false,
        async fetch(request) {
          if (request.method !== 'GET' || new URL(request.url).pathname !== '/metrics') {
            return new Response('Metrics are at GET /metrics.\n', { status: 404 })
          }
          collectProcess(requestsUnderWay())
          collectMarket()
          await collectDatabase()
          return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
        },
      })
    },
  }
}
