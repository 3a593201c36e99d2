import type { MarketView } from '#core/market/market-view'

/** CoinGecko's condition for the use of its figures: named, with a link, where they are shown. Nothing for others. */
export function Attribution({ view }: { view: MarketView<unknown> | undefined }) {
  if (view?.status !== 'ready' || view.source !== 'live') return null
  return (
    <p className="text-[0.8125rem] text-ink-3">
      Data provided by{' '}
      <a
        className="text-ink-2 underline underline-offset-3 hover:text-ink"
        href="https://www.coingecko.com"
        target="_blank"
        rel="noopener"
      >
        CoinGecko
      </a>
    </p>
  )
}
