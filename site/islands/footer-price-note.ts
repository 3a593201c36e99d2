import type { MarketPrices } from '#core/market/ticker-prices'
import type { DataWithProvenance } from '#core/query/data-provenance'
import { getData, type Remote } from '#core/query/remote'

/** The attribution that CoinGecko requires wherever its figures are shown: this wording, with a link. */
const attribution = 'Cryptocurrency price data provided by <a href="https://www.coingecko.com">CoinGecko</a>'

/**
 * Shows the source of the page's prices in the footer. The built page cannot know which market feed the server uses, so
 * it names no source; this adds it once figures have arrived.
 */
export function fillFooterPriceNote(view: Remote<DataWithProvenance<MarketPrices>>): void {
  const note = document.querySelector('[data-price-note]')
  const source = getData(view)?.source
  if (note && source && source !== 'sample')
    note.innerHTML = source === 'live' ? attribution : 'The market prices on this page are simulated.'
}
