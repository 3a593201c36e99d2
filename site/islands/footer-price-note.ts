import type { MarketPrices } from '#core/market/market'
import type { MarketView } from '#core/market/market-view'

/** The attribution that CoinGecko requires where its figures are shown: this wording, with a link. */
const attribution =
  'Prices of cryptocurrencies: Data provided by <a href="https://www.coingecko.com">CoinGecko</a>'

/**
 * Shows the source of the page's prices in the footer. The built page cannot know which market feed the server uses,
 * so it names no source; this does once figures have arrived.
 */
export function fillFooterPriceNote(view: MarketView<MarketPrices>): void {
  const note = document.querySelector('[data-price-note]')
  if (note && view.status === 'ready')
    note.innerHTML = view.source === 'live' ? attribution : 'The market prices on this page are simulated.'
}
