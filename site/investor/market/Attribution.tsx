import type { DataWithProvenance } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'

/**
 * The attribution that CoinGecko requires: its name with a link, wherever its figures are shown. Empty for other
 * sources.
 */
export function Attribution({ view }: { view: Remote<DataWithProvenance<unknown>> | undefined }) {
  if (!view || getData(view)?.source !== 'live') return null
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
