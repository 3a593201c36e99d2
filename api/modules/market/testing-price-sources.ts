/**
 * A fake of CoinGecko and gold-api.com on the loopback address: replays their documented responses (`recorded/`),
 * shifted to the time of the test, or fails in one of the ways in which sources do.
 */
import coins from './recorded/coins-markets.json' with { type: 'json' }
import chart from './recorded/market-chart.json' with { type: 'json' }
import metals from './recorded/metals.json' with { type: 'json' }

const HOUR = 3_600_000

/** How the fake fails; `rate_limit` is a 429. */
export type SourceFailure =
  | 'slow'
  | 'rate_limit'
  | 'error'
  | 'html'
  | 'nulls'
  | 'zero'
  | 'negative'
  | 'words'
  | 'jump'
  | 'ahead'
  | 'behind'
  | 'nothing'

const statusFaults: Partial<Record<SourceFailure, () => Response>> = {
  rate_limit: () =>
    new Response('{"status":{"error_code":429}}', { status: 429, headers: { 'retry-after': '60' } }),
  error: () => new Response('{"error":"Internal Server Error"}', { status: 500 }),
  html: () =>
    new Response('<!doctype html><title>Just a moment...</title>', {
      headers: { 'content-type': 'text/html' },
    }),
  nothing: () => new Response(''),
}

function spoil(price: number | null, fault: SourceFailure | undefined): unknown {
  if (fault === 'nulls') return null
  if (fault === 'zero') return 0
  if (fault === 'words') return 'NaN'
  if (price === null) return null
  if (fault === 'negative') return -price
  return fault === 'jump' ? price * 1000 : price
}

/** Starts the fake. `clock` is that of the test, in milliseconds since 1970. */
export function startFakeSources(clock: () => number) {
  const state = {
    fault: undefined as SourceFailure | undefined,
    factor: 1,
    calls: [] as string[],
    keys: [] as Headers[],
  }

  const time = () => {
    const shift = state.fault === 'ahead' ? HOUR : state.fault === 'behind' ? -HOUR : 0
    return new Date(clock() + shift).toISOString()
  }
  const priceOf = (price: number | null) => spoil(price === null ? null : price * state.factor, state.fault)

  function findResponse(url: URL): unknown {
    const metal = Object.values(metals).find(({ symbol }) => url.pathname === `/price/${symbol}`)
    if (metal) return { ...metal, price: priceOf(metal.price), updatedAt: time() }
    if (url.pathname === '/coins/markets') {
      return coins.map((coin) => ({
        ...coin,
        current_price: priceOf(coin.current_price),
        last_updated: time(),
      }))
    }
    if (!/^\/coins\/[\w-]+\/market_chart$/.test(url.pathname)) return undefined
    const days = Number(url.searchParams.get('days'))
    const step = days === 1 ? HOUR / 12 : days <= 90 ? HOUR : 24 * HOUR
    const count = Math.floor((days * 24 * HOUR) / step)
    const first = Math.floor(clock() / step) * step - count * step
    const series = (recorded: number[][]) =>
      Array.from({ length: count }, (_, index) => [
        // CoinGecko's points lie near the clock's multiples, not on them.
        first + index * step + 1_234,
        recorded[index % recorded.length]?.[1],
      ])
    return {
      prices: series(chart.prices),
      market_caps: series(chart.market_caps),
      total_volumes: series(chart.total_volumes),
    }
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const url = new URL(request.url)
      state.calls.push(url.pathname + url.search)
      state.keys.push(request.headers)
      if (state.fault === 'slow')
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve))
      const failed = state.fault && statusFaults[state.fault]?.()
      if (failed) return failed
      const body = findResponse(url)
      return body === undefined ? new Response('', { status: 404 }) : Response.json(body)
    },
  })
  return Object.assign(state, {
    url: `http://127.0.0.1:${server.port}`,
    stop: () => server.stop(true),
  })
}
