import { useStore } from '@nanostores/react'
import { cryptoPrices } from '#core/market/crypto-prices'
import { marketPrices } from '#core/market/market'
import { RemoteFailure } from '#ui/RemoteView'
import { describeLast } from './FigureBadges.tsx'

/** What could not be loaded of metals and coins shown together, with one button that fetches both again. */
export function PricesFailure() {
  const metals = useStore(marketPrices.$view)
  const coins = useStore(cryptoPrices.$view)
  const failed = [
    { name: 'Metals', view: metals },
    { name: 'Cryptocurrencies', view: coins },
  ].filter(({ view }) => view.status === 'failed')
  const notes = new Set(failed.map(({ view }) => describeLast(view)))
  const isSame = failed.length === 2 && notes.size === 1
  return (
    <RemoteFailure
      view={failed[0]?.view ?? coins}
      failure="Failed to fetch market data"
      kind="warning"
      last={
        isSame
          ? [...notes]
          : failed.map(({ name, view }) => (
              <p key={name}>
                {name}: {describeLast(view)}
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
