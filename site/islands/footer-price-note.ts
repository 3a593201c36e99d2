import type { MarketPrices } from '#core/market'
import type { MarketView } from '#core/market-view'

/** CoinGecko's condition for the use of its figures: this wording, with a link, where they are shown. */
function attribution(): (Node | string)[] {
  const link = document.createElement('a')
  link.href = 'https://www.coingecko.com'
  link.target = '_blank'
  link.rel = 'noopener'
  link.textContent = 'CoinGecko'
  return ['Prices of cryptocurrencies: Data provided by ', link]
}

/**
 * Says in the footer what the prices on this page are. The built page cannot know which market feed the
 * server has, so it names no source; this does once figures have arrived.
 */
export function fillFooterPriceNote(view: MarketView<MarketPrices>): void {
  const note = document.querySelector('[data-price-note]')
  if (!note || view.status === 'loading') return
  if (view.status === 'sample') note.replaceChildren('The market prices on this page are sample data.')
  else if (view.source === 'simulated') note.replaceChildren('The market prices on this page are simulated.')
  else note.replaceChildren(...attribution())
}
