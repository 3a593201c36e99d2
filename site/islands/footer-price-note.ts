import type { MarketPrices } from '#core/market/market'
import { dataOf, type Remote } from '#core/query/remote'
import type { Sourced } from '#core/query/sourced'

/** The attribution that CoinGecko requires where its figures are shown: this wording, with a link. */
const attribution =
  'Prices of cryptocurrencies: Data provided by <a href="https://www.coingecko.com">CoinGecko</a>'

/**
 * Shows the source of the page's prices in the footer. The built page cannot know which market feed the server uses,
 * so it names no source; this does once figures have arrived.
 */
export function fillFooterPriceNote(view: Remote<Sourced<MarketPrices>>): void {
  const note = document.querySelector('[data-price-note]')
  const source = dataOf(view)?.source
  if (note && source && source !== 'sample')
    note.innerHTML = source === 'live' ? attribution : 'The market prices on this page are simulated.'
}
