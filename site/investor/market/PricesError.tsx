import { useStore } from '@nanostores/react'
import { cryptoPrices } from '#core/market/crypto-prices'
import { marketPrices } from '#core/market/ticker-prices'
import { RemoteError } from '#ui/RemoteView'
import { describeStaleData } from './ProvenanceBadges.tsx'

/** What could not be loaded when metals and coins are shown together, with one button that refetches both. */
export function PricesError() {
  const metals = useStore(marketPrices.$view)
  const coins = useStore(cryptoPrices.$view)
  const failed = [
    { name: 'Metals', view: metals },
    { name: 'Cryptocurrencies', view: coins },
  ].filter(({ view }) => view.status === 'failed')
  const notes = new Set(failed.map(({ view }) => describeStaleData(view)))
  const isSame = failed.length === 2 && notes.size === 1
  return (
    <RemoteError
      view={failed[0]?.view ?? coins}
      failure="Failed to fetch market data"
      kind="warning"
      last={
        isSame
          ? [...notes]
          : failed.map(({ name, view }) => (
              <p key={name}>
                {name}: {describeStaleData(view)}
              </p>
            ))
      }
      label="Retry"
      onRetry={() => {
        marketPrices.retry()
        cryptoPrices.retry()
      }}
    />
  )
}
