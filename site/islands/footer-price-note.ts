import type { MarketPrices } from '#core/market/market'
import type { MarketView } from '#core/market/market-view'

/** CoinGecko's condition for the use of its figures: this wording, with a link, where they are shown. */
const attribution =
  'Prices of cryptocurrencies: Data provided by <a href="https://www.coingecko.com">CoinGecko</a>'

/**
 * Says in the footer what the prices on this page are. The built page cannot know which market feed the
 * server has, so it names no source; this does once figures have arrived.
 */
export function fillFooterPriceNote(view: MarketView<MarketPrices>): void {
  const note = document.querySelector('[data-price-note]')
  if (note && view.status === 'ready')
    note.innerHTML = view.source === 'live' ? attribution : 'The market prices on this page are simulated.'
}
